import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { earlierQuery } from './earlier-query.ts';
import { useEarlierColumns } from './use-earlier-columns.tsx';

/** What the client did in another system before coming here. */
export function EarlierPage() {
  const t = useText();
  const query = useInfiniteQuery(earlierQuery);
  const columns = useEarlierColumns();
  return (
    <Page
      back={<Link to="/wallet/list">{t('wallets.all_wallets')}</Link>}
      title={t('wallets.earlier_title')}
      intro={query.data?.pages.some(({ rows }) => rows.length > 0) && t('wallets.earlier_intro')}
    >
      <QueryCard query={query} flush skeleton={<SkeletonRows count={5} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0)
            return (
              <EmptyState
                icon={<Drawing name="shelf" />}
                title={t('wallets.earlier_none')}
                action={
                  <Link to="/wallet/list" className={buttonClass()}>
                    {t('wallets.list_title')}
                  </Link>
                }
              />
            );
          return (
            <>
              <DataTable caption={t('wallets.earlier_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryCard>
    </Page>
  );
}
