import { useQuery } from '@tanstack/react-query';
import type { TradingAccount } from '#contract/trading.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { When } from '#web/platform/When.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { toast } from '#web/ui/toast.ts';
import { archivedQuery, refreshAccounts } from './account-queries.ts';
import styles from './TransferDialog.module.css';

/** Accounts that were put away, each with the way back. Without any there is no card. */
export function ArchivedCard() {
  const t = useText();
  const { data: accounts = [] } = useQuery(archivedQuery);
  if (accounts.length === 0) return null;
  const columns: Column<TradingAccount>[] = [
    {
      key: 'name',
      header: t('trading.account_title'),
      cell: ({ nickname, currency, trading_account_id: number }) => (
        <bdi>{nickname ?? t('common.account_name', { currency, number })}</bdi>
      ),
    },
    {
      key: 'at',
      header: t('trading.archived_on'),
      cell: ({ archived_at: at }) => at && <When at={at} as="date" />,
    },
    {
      key: 'why',
      header: t('trading.archive_reason'),
      cell: ({ archive_reason: reason }) => <span dir="auto">{reason}</span>,
    },
    { key: 'acts', header: t('trading.acts'), cell: (account) => <Restore account={account} /> },
  ];
  return (
    <Card title={t('trading.archived_title')} flush>
      <DataTable
        caption={t('trading.archived_title')}
        columns={columns}
        rows={accounts}
        rowKey={({ trading_account_id: number }) => number}
      />
    </Card>
  );
}

function Restore({ account: { trading_account_id: number } }: { account: TradingAccount }) {
  const t = useText();
  const form = useCallForm({});
  const restore = form.submit(async () => {
    await call('POST /api/trading-account/restore', { body: { trading_account_id: number } });
    refreshAccounts();
    toast({ text: t('trading.restored', { number }) });
  });
  return (
    <div className={styles.form}>
      <div>
        <Button
          size="small"
          aria-label={t('trading.restore_named', { number })}
          busy={form.busy}
          onClick={() => restore()}
        >
          {t('trading.restore')}
        </Button>
      </div>
      <FormErrors messages={form.messages} />
    </div>
  );
}
