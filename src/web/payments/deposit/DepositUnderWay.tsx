import { useQuery } from '@tanstack/react-query';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { CancelButton } from '../payment/CancelButton.tsx';
import { PaymentMissing } from '../payment/PaymentMissing.tsx';
import { PaymentFigure, PaymentTitle, Standing, WhatToDo } from '../payment/PaymentNow.tsx';
import { paymentQuery } from '../payment-queries.ts';
import { RestrictedNote } from '../RestrictedNote.tsx';
import { DepositSteps } from './DepositSteps.tsx';

/** The third step: how to pay, and how far the money is. The record of the payment has the rest. */
export function DepositUnderWay({ id }: { id: string }) {
  const t = useText();
  const query = useQuery({ ...paymentQuery(id), throwOnError: throwWithoutData });
  if (isNotFound(query.error) && !query.data) return <PaymentMissing />;
  const payment = query.data?.payment;
  return (
    <Page title={t('payments.deposit_title')} state={payment && <Standing payment={payment} />} reading>
      {/* A deposit that was refused, cancelled or left too late has not taken its steps. */}
      {(!payment || payment.next || payment.state === 'credited') && (
        <DepositSteps at={payment && payment.next?.who !== 'client' ? 'end' : 'request'} />
      )}
      {payment?.next && <RestrictedNote kinds={['deposit']} />}
      <QueryCard query={query} skeleton={<SkeletonRows count={2} />}>
        {(info) => <PaymentFigure info={info} />}
      </QueryCard>
      {query.data && <WhatToDo info={query.data} />}
      {payment && (
        <div className={flowStyles.row}>
          <Link to={`/payments/${id}`}>
            <PaymentTitle payment={payment} />
          </Link>
          {payment.cancellable && <CancelButton payment={payment} />}
        </div>
      )}
    </Page>
  );
}
