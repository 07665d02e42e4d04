import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Movement } from '#web/platform/i18n/Money.tsx';
import { movementOf } from '#web/payments/movement.ts';
import { paymentsQuery } from '#web/payments/payment-queries.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ItemList, NothingYet } from './ItemList.tsx';

const shown = 3;

/** Deposits and withdrawals that are not finished, with who acts next. */
export function PaymentsCard() {
  const t = useText();
  const query = useInfiniteQuery(paymentsQuery({ kind: '', open: true, search: '' }));
  return (
    <QueryCard
      query={query}
      title={t('home.payments_title')}
      actions={<Link to="/payments">{t('home.all_payments')}</Link>}
      flush
      skeleton={<SkeletonRows count={1} />}
    >
      {({ pages }) => {
        const open = pages.flatMap(({ payments }) => payments).slice(0, shown);
        if (open.length === 0) return <NothingYet text={t('home.no_payments')} />;
        return (
          <ItemList
            items={open.map((payment) => ({
              key: payment.id,
              to: `/payments/${payment.id}`,
              name: t(`home.payment_${payment.kind}`, { number: payment.number }),
              more: payment.next && t(`home.next_${payment.next.who}`),
              end: <Movement amount={movementOf(payment)} currency={payment.currency} />,
            }))}
          />
        );
      }}
    </QueryCard>
  );
}
