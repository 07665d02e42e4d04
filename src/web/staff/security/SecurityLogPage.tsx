import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { securityKinds } from '#contract/staff/names.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
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
  const isEmpty = log.data?.pages.every(({ entries }) => entries.length === 0);
  return (
    <Page title={t('staff.security_title')} intro={isEmpty ? undefined : t('staff.security_intro')}>
      <ResourceList
        list="security"
        caption={t('staff.security_title')}
        query={log}
        rows={({ pages }) => pages.flatMap((page) => page.entries)}
        columns={useSecurityColumns()}
        rowKey={({ id }) => id}
        more={log}
        save={() => download('GET /api/staff/security/file', { query: asked })}
        filters={(end) => <SecurityFilters filter={filter} end={end} onChange={narrow} />}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('staff.security_none')} text={t('lists.none_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="shutters" />}
              title={t('staff.security_empty')}
              text={t('staff.security_empty_text')}
            />
          )
        }
      />
    </Page>
  );
}
