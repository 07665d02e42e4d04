import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditQuery, narrowing, wholeLog } from './audit-query.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { ChainState } from './ChainState.tsx';

/** The actions of staff: search, export, and the check of the hash chain. */
export function AuditPage() {
  const t = useText();
  const { filter, narrow, settled } = useAddressFilter(wholeLog);
  const asked = narrowing(settled);
  const log = useInfiniteQuery(auditQuery(asked));
  const choices = log.data?.pages[0]?.choices ?? null;
  return (
    <Page title={t('staff.audit_title')} intro={t('staff.audit_intro')}>
      <ChainState />
      <ResourceList
        list="audit"
        caption={t('staff.audit_title')}
        query={log}
        rows={({ pages }) => pages.flatMap((page) => page.entries)}
        columns={useAuditColumns()}
        rowKey={({ id }) => id}
        more={log}
        save={() => download('GET /api/staff/audit/file', { query: asked })}
        filters={(end) => <AuditFilters filter={filter} choices={choices} end={end} onChange={narrow} />}
        empty={<EmptyState icon={SearchX} title={t('staff.audit_none')} text={t('lists.none_match_text')} />}
      />
    </Page>
  );
}
