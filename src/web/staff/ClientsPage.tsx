import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useState } from 'react';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { mayGuard } from './client/may.ts';
import { ClientFilters, type ClientFields } from './ClientFilters.tsx';
import { clientsQuery, type ClientFilter } from './clients-query.ts';
import { ClientTable } from './ClientTable.tsx';

/** The server is queried once the typing pauses. */
const typingDelayMs = 300;
const everybody: ClientFields = {
  search: '',
  level: '',
  tier: '',
  country: '',
  state: '',
  role: '',
  tag: '',
  manager: '',
  limits: '',
};

/** All registered people, with a link to the card of each. */
export function ClientsPage() {
  const t = useText();
  const user = useSignedIn();
  const [fields, setFields] = useState(everybody);
  const settled = useDebounced(JSON.stringify(narrowing(fields)), typingDelayMs);
  const filter = JSON.parse(settled) as ClientFilter;
  const clients = useInfiniteQuery(clientsQuery(filter));
  return (
    <Page
      title={t('staff.clients_title')}
      intro={t('staff.clients_intro')}
      actions={
        mayGuard(user) && <CsvButton action={() => download('GET /api/staff/clients/file', { query: filter })} />
      }
    >
      <QueryCard
        query={clients}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<ClientFilters fields={fields} onChange={setFields} />}
      >
        {({ pages }) => {
          const found = pages.flatMap((page) => page.clients);
          if (found.length === 0) {
            return <EmptyState icon={UserSearch} title={t('staff.none_title')} text={t('staff.none_text')} />;
          }
          return (
            <div aria-busy={clients.isPlaceholderData}>
              <ClientTable clients={found} />
              <MoreButton query={clients} />
            </div>
          );
        }}
      </QueryCard>
    </Page>
  );
}

const narrowing = (fields: ClientFields): object =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]: [string, string]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );
