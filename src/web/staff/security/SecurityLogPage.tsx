import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { securityKinds } from '#contract/staff/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { narrowing, securityQuery, wholeLog } from './security-query.ts';
import { SecurityFilters } from './SecurityFilters.tsx';
import { useSecurityColumns } from './security-columns.tsx';

const choices = { kind: securityKinds };

/** Failed sign-ins, lock-outs, and calls without permission. */
export function SecurityLogPage() {
  const t = useText();
  const { filter, narrow, settled, isNarrow } = useAddressFilter(wholeLog, choices);
  const asked = narrowing(settled);
  const log = useInfiniteQuery(securityQuery(asked));
  const hasRows = log.data?.pages.some(({ entries }) => entries.length > 0);
  return (
    <Page
      title={t('staff.security_title')}
      intro={t('staff.security_intro')}
      actions={hasRows && <CsvButton action={() => download('GET /api/staff/security/file', { query: asked })} />}
    >
      <ResourceList
        list="security"
        caption={t('staff.security_title')}
        query={log}
        rows={({ pages }) => pages.flatMap((page) => page.entries)}
        columns={useSecurityColumns()}
        rowKey={({ id }) => id}
        more={log}
        filters={(end) => <SecurityFilters filter={filter} end={end} onChange={narrow} />}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('staff.security_none')} />
          ) : (
            <EmptyState icon={ShieldCheck} title={t('staff.security_empty')} />
          )
        }
      />
    </Page>
  );
}
