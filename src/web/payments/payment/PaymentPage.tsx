import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { AskSupport } from '#web/support/AskSupport.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { CancelButton } from './CancelButton.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentMissing } from './PaymentMissing.tsx';
import { PaymentFigure, PaymentTitle, Standing, WhatToDo } from './PaymentNow.tsx';
import { paymentQuery } from '../payment-queries.ts';
import { RestrictedNote } from '../RestrictedNote.tsx';

/** One request: what the client has to do now, what happened, what is next, and why it was rejected. */
export function PaymentPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...paymentQuery(id), throwOnError: throwWithoutData });
  if (isNotFound(query.error) && !query.data) return <PaymentMissing />;
  const payment = query.data?.payment;
  return (
    <Page
      back={<Link to="/payments">{t('payments.all')}</Link>}
      title={payment ? <PaymentTitle payment={payment} /> : t('payments.request')}
      state={payment && <Standing payment={payment} />}
      actions={
        <>
          {payment && <AskSupport spoken about={{ type: 'payment', id, name: payment.number }} />}
          {payment?.cancellable && <CancelButton payment={payment} />}
        </>
      }
      figure={
        <QueryCard query={query} skeleton={<SkeletonRows count={2} />}>
          {(info) => <PaymentFigure info={info} />}
        </QueryCard>
      }
    >
      {payment && payment.kind !== 'adjustment' && payment.next && <RestrictedNote kinds={[payment.kind]} />}
      {query.data && <WhatToDo info={query.data} />}
      <QueryCard query={query} title={t('payments.facts')} skeleton={<SkeletonRows count={4} />}>
        {(info) => <PaymentFacts info={info} />}
      </QueryCard>
    </Page>
  );
}
