import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { countries } from '#contract/kernel/countries.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { clientStates, limitChoices, staffRoles } from '#contract/staff/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { isDay } from '#web/platform/lists/is-day.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { mayGuard } from './client/may.ts';
import { ClientFilters, levels, none, type ClientFields } from './ClientFilters.tsx';
import { clientsQuery, type ClientFilter } from './clients-query.ts';
import { ClientTable } from './ClientTable.tsx';

const choices = {
  level: levels,
  tier: tierNames,
  country: countries,
  state: clientStates,
  role: staffRoles,
  limits: limitChoices,
};

/** All registered people, with a link to the card of each. */
export function ClientsPage() {
  const t = useText();
  const user = useSignedIn();
  const { filter: fields, narrow, settled } = useAddressFilter(none, choices);
  const filter: ClientFilter = narrowing(settled);
  const clients = useInfiniteQuery(clientsQuery(filter));
  return (
    <Page
      title={t('staff.clients_title')}
      actions={
        mayGuard(user) && <CsvButton action={() => download('GET /api/staff/clients/file', { query: filter })} />
      }
    >
      <QueryCard
        query={clients}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<ClientFilters fields={fields} onChange={narrow} />}
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

const narrowing = (fields: ClientFields): ClientFilter =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => (name.startsWith('registered_') ? isDay(value) : value !== '')),
  );
