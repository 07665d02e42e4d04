import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { State } from '#web/ui/State.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { BankCard } from './BankCard.tsx';
import { CodeCard } from './CodeCard.tsx';
import { ProviderCard } from './ProviderCard.tsx';
import { PaymentState, toneOf } from '../PaymentState.tsx';
import { NextActor, StatusTrack } from './StepsList.tsx';

/** What it is, and its number. */
export function PaymentTitle({ payment: { kind, number } }: Pick<PaymentInfo, 'payment'>) {
  const t = useText();
  return (
    <>
      {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
    </>
  );
}

/** Who acts next until when, or else where it ended. */
export function Standing({ payment: { state, next } }: Pick<PaymentInfo, 'payment'>) {
  if (!next) return <PaymentState state={state} />;
  return (
    <State tone={toneOf(state, 'client')}>
      <NextActor next={next} />
    </State>
  );
}

/** How much, what a fee leaves of it, and the steps from its beginning to its end. */
export function PaymentFigure({ info }: { info: PaymentInfo }) {
  const t = useText();
  const { kind, amount, fee, net, currency } = info.payment;
  const hasFee = /[1-9]/.test(fee);
  return (
    <Hero
      label={t('payments.amount')}
      value={<Sum amount={amount} currency={currency} hero />}
      meaning={!hasFee && t('payments.fee_none')}
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
export function WhatToDo({ info }: { info: PaymentInfo }) {
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
