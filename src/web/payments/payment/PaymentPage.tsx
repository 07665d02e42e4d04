import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { AskSupport } from '#web/support/AskSupport.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { State } from '#web/ui/State.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { BankCard } from './BankCard.tsx';
import { CancelButton } from './CancelButton.tsx';
import { CodeCard } from './CodeCard.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { ProviderCard } from './ProviderCard.tsx';
import { paymentQuery } from '../payment-queries.ts';
import { PaymentState, toneOf } from '../PaymentState.tsx';
import { NextActor, StatusTrack } from './StepsList.tsx';
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
      title={payment ? <Title payment={payment} /> : t('payments.request')}
      state={payment && <Standing payment={payment} />}
      actions={
        <>
          {payment && <AskSupport spoken about={{ type: 'payment', id, name: payment.number }} />}
          {payment?.cancellable && <CancelButton payment={payment} />}
        </>
      }
      figure={
        <QueryCard query={query} skeleton={<SkeletonRows count={2} />}>
          {(info) => <Figure info={info} />}
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

function Title({ payment: { kind, number } }: Pick<PaymentInfo, 'payment'>) {
  const t = useText();
  return (
    <>
      {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
    </>
  );
}

/** Who acts next until when, or else where it ended. */
function Standing({ payment: { state, next } }: Pick<PaymentInfo, 'payment'>) {
  if (!next) return <PaymentState state={state} />;
  return (
    <State tone={toneOf(state, 'client')}>
      <NextActor next={next} />
    </State>
  );
}

/** How much, what a fee leaves of it, and the steps from its beginning to its end. */
function Figure({ info }: { info: PaymentInfo }) {
  const t = useText();
  const { kind, amount, fee, net, currency } = info.payment;
  const hasFee = /[1-9]/.test(fee);
  return (
    <Hero
      label={t('payments.amount')}
      value={<Sum amount={amount} currency={currency} hero />}
      meaning={
        !hasFee && (
          <>
            {t('payments.fee')} <Sum amount={fee} currency={currency} />
          </>
        )
      }
      end={
        hasFee && (
          <Figures compact>
            <Stat label={t('payments.fee')} value={<Sum amount={fee} currency={currency} />} />
            <Stat label={t(`payments.net_${kind}`)} value={<Sum amount={net} currency={currency} />} />
          </Figures>
        )
      }
    >
      <StatusTrack info={info} />
    </Hero>
  );
}

/** The one thing that matters now, on top. */
function WhatToDo({ info }: { info: PaymentInfo }) {
  const { payment, bank, provider, reference } = info;
  const t = useText();
  if (payment.reason) {
    return (
      <Alert tone="negative" title={payment.reason.explanation}>
        <p>{payment.reason.advice}</p>
      </Alert>
    );
  }
  if (payment.kind === 'deposit' && payment.state === 'failed') {
    return (
      <Alert tone="negative">
        <p>{t('payments.deposit_failed')}</p>
      </Alert>
    );
  }
  if (provider && payment.state === 'awaiting_payment') return <ProviderCard info={info} provider={provider} />;
  if (payment.state === 'awaiting_confirmation') return <CodeCard key={payment.id} info={info} />;
  if (bank && reference && ['awaiting_payment', 'under_review'].includes(payment.state)) {
    return <BankCard info={info} bank={bank} reference={reference} />;
  }
  return null;
}

function PaymentMissing() {
  const t = useText();
  return (
    <Statement title={t('payments.missing_title')} text={t('payments.missing_text')}>
      <Link to="/payments" className={buttonClass({ variant: 'primary' })}>
        {t('payments.all')}
      </Link>
    </Statement>
  );
}
