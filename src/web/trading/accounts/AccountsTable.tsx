import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { aboutAccount } from '../support-links.ts';
import { PlatformButton } from '../PlatformButton.tsx';
import { AccountState } from '../AccountState.tsx';

/** Accounts as rows, for those who have several. */
export function AccountsTable({ accounts }: { accounts: readonly TradingAccount[] }) {
  const t = useText();
  const request = useAskSupportColumn<TradingAccount>(aboutAccount);
  const columns: Column<TradingAccount>[] = [
    {
      key: 'name',
      header: t('trading.account_title'),
      cell: ({ trading_account_id: number, nickname, currency }) => (
        <Link to={`/trading-account/${number}`}>{nickname ?? t('common.account_name', { currency, number })}</Link>
      ),
    },
    { key: 'status', header: t('trading.status'), cell: ({ status }) => <AccountState status={status} /> },
    {
      key: 'balance',
      header: t('trading.balance'),
      numeric: true,
      cell: ({ native_balance, currency }) => <Sum amount={native_balance} currency={currency} />,
    },
    {
      key: 'unrealised',
      header: t('trading.unrealised'),
      numeric: true,
      cell: ({ unrealised, currency }) => <Movement amount={unrealised} currency={currency} />,
    },
    {
      key: 'equity',
      header: t('trading.equity'),
      numeric: true,
      cell: ({ equity, currency }) => <Sum amount={equity} currency={currency} />,
    },
    { key: 'acts', header: t('trading.actions'), cell: (account) => <PlatformButton account={account} size="small" /> },
    request,
  ];
  return (
    <Card flush>
      <DataTable
        caption={t('trading.list_title')}
        columns={columns}
        rows={accounts}
        rowKey={({ trading_account_id: number }) => number}
      />
    </Card>
  );
}
