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
import { AuditFilters } from './AuditFilters.tsx';
import { auditQuery, narrowing, wholeLog } from './audit-query.ts';
import { AuditTable } from './AuditTable.tsx';
import { ChainCard } from './ChainCard.tsx';

/** The server is queried once the typing pauses. */
const typingDelayMs = 300;

/** The actions of staff: search, export, and the check of the hash chain. */
export function AuditPage() {
  const t = useText();
  const [filter, setFilter] = useState(wholeLog);
  const { client, search } = filter;
  const words = useDebounced(JSON.stringify({ client: client.trim(), search: search.trim() }), typingDelayMs);
  const settled = { ...useDaysInOrder(filter), ...(JSON.parse(words) as Pick<typeof filter, 'client' | 'search'>) };
  const log = useInfiniteQuery(auditQuery(settled));
  const choices = log.data?.pages[0]?.choices;
  return (
    <Page
      title={t('staff.audit_title')}
      intro={t('staff.audit_intro')}
      actions={<CsvButton action={() => download('GET /api/staff/audit/file', { query: narrowing(settled) })} />}
    >
      <ChainCard />
      <QueryCard
        query={log}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<AuditFilters filter={filter} choices={choices ?? null} onChange={setFilter} />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <EmptyState icon={SearchX} title={t('staff.audit_none')} />;
          return (
            <div aria-busy={log.isPlaceholderData}>
              <AuditTable entries={entries} />
              <MoreButton query={log} />
            </div>
          );
        }}
      </QueryCard>
    </Page>
  );
}
