import type { BankFile } from '#contract/payments/bank-files.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import textStyles from '#web/ui/Text.module.css';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';

type Line = BankFile['attention'][number];

/** The withdrawals of a file that the bank rejected, changed, or contradicted itself about. */
export function AttentionTable({ file: { number, currency, attention } }: { file: BankFile }) {
  const t = useText();
  const columns: Column<Line>[] = [
    {
      key: 'payment',
      header: t('payments.kind_withdrawal'),
      cell: ({ payment }) => (
        <Link to={`/admin/money/${payment.id}`}>
          <bdi>{payment.number}</bdi>
        </Link>
      ),
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'answer',
      header: t('payments.file_answer'),
      cell: ({ status, reason, detail, contradiction }) => (
        <>
          <bdi translate="no">{[status, reason].filter(Boolean).join(' ')}</bdi>
          {detail !== null && (
            <p className={textStyles.soft}>
              <bdi>{detail}</bdi>
            </p>
          )}
          {contradiction !== null && (
            <p>
              <bdi translate="no">{contradiction}</bdi> · {t('payments.file_against')}
            </p>
          )}
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('payments.file_attention', { number })}
      columns={columns}
      rows={attention}
      rowKey={({ payment }) => payment.id}
    />
  );
}
