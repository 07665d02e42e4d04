import { useQuery } from '@tanstack/react-query';
import type { MethodLine } from '#contract/reconciliation/endpoints.ts';
import { paymentMethods, type PaymentMethod } from '#contract/payments/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Money, Sum } from '#web/platform/i18n/Money.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Reconciliation.module.css';
import { methodsQuery } from './reconciliation-queries.ts';

const isZero = (amount: string) => /^-?[0.]+$/.test(amount);

/** The balance of the operator's account of each payment method against the payments by that method. */
export function MethodsCard() {
  const t = useText();
  const methods = useQuery(methodsQuery);
  const columns: Column<MethodLine>[] = [
    { key: 'method', header: t('reconciliation.method'), leads: true, cell: (line) => <Method line={line} /> },
    sum('ledger', t('reconciliation.ledger')),
    sum('without_payment', t('reconciliation.without_payment')),
    sum('payments', t('reconciliation.payments')),
    {
      key: 'difference',
      header: t('reconciliation.difference'),
      numeric: true,
      beside: true,
      once: ({ difference }) => (isZero(difference) ? '' : difference),
      cell: ({ difference, currency }) =>
        isZero(difference) ? (
          <State>{t('reconciliation.none')}</State>
        ) : (
          <State tone="negative">
            <Money amount={difference} currency={currency} exact />
          </State>
        ),
    },
  ];
  return (
    <QueryCard
      query={methods}
      title={t('reconciliation.methods_title')}
      flush
      actions={<CsvButton small action={() => download('GET /api/staff/reconciliation/methods/file', {})} />}
      skeleton={<SkeletonRows count={4} />}
    >
      {({ lines }) =>
        lines.length === 0 ? (
          <p className={styles.heading}>{t('reconciliation.no_methods')}</p>
        ) : (
          <DataTable
            caption={t('reconciliation.methods_title')}
            columns={columns}
            rows={lines}
            rowKey={({ method, direction, currency }) => `${method} ${direction} ${currency}`}
          />
        )
      }
    </QueryCard>
  );
}

const sum = (key: 'ledger' | 'without_payment' | 'payments', header: string): Column<MethodLine> => ({
  key,
  header,
  numeric: true,
  cell: (line) => <Sum amount={line[key]} currency={line.currency} />,
});

function Method({ line: { method, direction, count, currency } }: { line: MethodLine }) {
  const t = useText();
  const isKnown = (name: string): name is PaymentMethod => paymentMethods.some((each) => each === name);
  return (
    <>
      {isKnown(method) ? t(`payments.method_${method}`) : <code className={textStyles.code}>{method}</code>} ·{' '}
      {currency}
      <p className={textStyles.soft}>{t(`reconciliation.direction_${direction}`, { count })}</p>
    </>
  );
}
