import { useState } from 'react';
import type { WalletExplained } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import styles from './Explained.module.css';
import { OperationDialog } from './operations/OperationDialog.tsx';
import { OperationReference } from './operations/OperationReference.tsx';

type Hold = WalletExplained['holds'][number];

/** Money that is set aside: what for, and until when at the latest. */
export function HoldsList({ explained, walletId }: { explained: WalletExplained; walletId: string }) {
  const t = useText();
  const [shown, setShown] = useState<string | null>(null);
  const { holds, held, currency } = explained;
  if (holds.length === 0) return <p className={styles.nothing}>{t('wallets.nothing_held')}</p>;
  const columns: Column<Hold>[] = [
    {
      key: 'reason',
      header: t('wallets.hold_reason'),
      cell: ({ id, reason, reference }) => (
        <>
          <Button variant="quiet" size="small" className={styles.name} onClick={() => setShown(id)}>
            {t(`wallets.hold_${reason}`)}
          </Button>
          <OperationReference reference={reference} />
        </>
      ),
    },
    { key: 'at', header: t('wallets.hold_since'), cell: ({ at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'expires_at',
      header: t('wallets.hold_until'),
      cell: ({ expires_at }) => (expires_at ? <DateTime at={expires_at} /> : t('wallets.hold_until_decided')),
    },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Sum amount={amount} currency={currency} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t('wallets.explain_held')}
        columns={columns}
        rows={holds}
        rowKey={({ id }) => id}
        total={{ label: t('wallets.held'), value: <Sum amount={held} currency={currency} strong /> }}
      />
      <OperationDialog walletId={walletId} operationId={shown} onClose={() => setShown(null)} />
    </>
  );
}
