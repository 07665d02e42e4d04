import { useQuery } from '@tanstack/react-query';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { archivedQuery } from '../account-queries.ts';
import { RestoreButton } from '../RestoreButton.tsx';

/** Accounts that were put away, each with the way back. Without any there is no card. */
export function ArchivedCard() {
  const t = useText();
  const query = useQuery(archivedQuery);
  // Most people have none: nothing stands here before there is something to show, or to try again.
  if (!query.isError && !query.data?.length) return null;
  const columns: Column<TradingAccount>[] = [
    {
      key: 'name',
      header: t('trading.account_title'),
      cell: ({ nickname, currency, trading_account_id: number }) => (
        <Link to={`/trading-account/${number}`}>
          <bdi>{nickname ?? t('common.account_name', { currency, number })}</bdi>
        </Link>
      ),
    },
    {
      key: 'at',
      header: t('trading.archived_on'),
      cell: ({ archived_at: at }) => at && <DateTime at={at} as="date" />,
    },
    {
      key: 'why',
      header: t('trading.archive_reason'),
      cell: ({ archive_reason: reason }) => <span dir="auto">{reason}</span>,
    },
    { key: 'acts', header: t('trading.actions'), cell: (account) => <RestoreButton account={account} /> },
  ];
  return (
    <QueryCard query={query} title={t('trading.archived_title')} flush skeleton={null}>
      {(accounts) => (
        <DataTable
          caption={t('trading.archived_title')}
          columns={columns}
          rows={accounts}
          rowKey={({ trading_account_id: number }) => number}
        />
      )}
    </QueryCard>
  );
}
