import type { WalletOperation } from '#contract/wallets.ts';
import { Rich, useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { Movement, Sum } from '#web/platform/Sum.tsx';
import { When } from '#web/platform/When.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import styles from './OperationsTable.module.css';

/** Movements of one wallet in its `currency`, with the balance that each left behind. */
export function OperationsTable({
  operations,
  currency,
}: {
  operations: readonly WalletOperation[];
  currency: string;
}) {
  const t = useText();
  const columns: Column<WalletOperation>[] = [
    { key: 'at', header: t('wallets.at'), cell: ({ at }) => <When at={at} /> },
    { key: 'kind', header: t('wallets.operation'), cell: (operation) => <Kind operation={operation} /> },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Movement amount={amount} currency={currency} />,
    },
    {
      key: 'balance_after',
      header: t('wallets.balance_after'),
      numeric: true,
      cell: ({ balance_after }) => <Sum amount={balance_after} currency={currency} />,
    },
  ];
  return (
    <DataTable caption={t('wallets.operations_title')} columns={columns} rows={operations} rowKey={({ id }) => id} />
  );
}

/** What kind of movement it was, with the reason that was given and the trading account at the other end. */
function Kind({ operation: { kind, reason, trading_account_id: account } }: { operation: WalletOperation }) {
  const t = useText();
  return (
    <>
      {t(`wallets.kind_${kind}`)}
      {reason && (
        <p className={styles.more} dir="auto">
          {reason}
        </p>
      )}
      {account && (
        <p className={styles.more}>
          <Rich
            id="wallets.linked_account"
            parts={[
              <Go key="account" to={`/trading-account/${account}`}>
                {account}
              </Go>,
            ]}
            values={{ number: account }}
          />
        </p>
      )}
    </>
  );
}
