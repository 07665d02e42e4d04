import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useDaysInOrder } from '#web/platform/forms/days-in-order.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { narrowing, securityQuery, wholeLog } from './security-query.ts';
import { SecurityFilters } from './SecurityFilters.tsx';
import { SecurityTable } from './SecurityTable.tsx';

/** The server is queried once the typing pauses. */
const typingDelayMs = 300;

/** Failed sign-ins, lock-outs, and calls without permission. */
export function SecurityLogPage() {
  const t = useText();
  const [filter, setFilter] = useState(wholeLog);
  const { client, address } = filter;
  const words = useDebounced(JSON.stringify({ client: client.trim(), address: address.trim() }), typingDelayMs);
  const settled = { ...useDaysInOrder(filter), ...(JSON.parse(words) as Pick<typeof filter, 'client' | 'address'>) };
  const log = useInfiniteQuery(securityQuery(settled));
  return (
    <Page
      title={t('staff.security_title')}
      intro={t('staff.security_intro')}
      actions={<CsvButton action={() => download('GET /api/staff/security/file', { query: narrowing(settled) })} />}
    >
      <QueryCard
        query={log}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<SecurityFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <EmptyState icon={SearchX} title={t('staff.security_none')} />;
          return (
            <div aria-busy={log.isPlaceholderData}>
              <SecurityTable entries={entries} />
              <MoreButton query={log} />
            </div>
          );
        }}
      </QueryCard>
    </Page>
  );
}
