import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Payment } from '#contract/payments/endpoints.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { sumIn } from '#web/platform/sum-in.ts';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { paymentsQuery } from './payment-queries.ts';
import { NextActor } from './payment/StepsList.tsx';

/** What is being withdrawn, by currency, and until when the next step is due, of several on which one. */
export function UnderWayHero() {
  const t = useText();
  const query = useInfiniteQuery(paymentsQuery({ kind: 'withdrawal', open: true, search: '' }));
  const label = t('payments.withdrawals_under_way');
  return (
    <QueryCard query={query} skeleton={<Hero label={label} value={<Skeleton width="14rem" />} />}>
      {({ pages }) => {
        const payments = pages.flatMap((page) => page.payments);
        if (payments.length === 0) return <Hero label={label} value={t('payments.withdrawals_none')} sentence />;
        const first = firstDue(payments);
        return (
          <Hero
            label={label}
            value={<Sums payments={payments} />}
            meaning={payments.length > 1 ? <Due payment={first} /> : first?.next && <NextActor next={first.next} />}
            end={<WhoActs payments={payments} />}
          />
        );
      }}
    </QueryCard>
  );
}

/** Of several the one that is due first: who acts on each, its row says. */
function Due({ payment }: { payment: Payment | undefined }) {
  if (!payment?.next?.by) return null;
  return (
    <>
      <bdi>{payment.number}</bdi> · <DateTime at={payment.next.by} within="payments.until" />
    </>
  );
}

/** Of withdrawals in one currency: how much waits for whom. */
function WhoActs({ payments }: { payments: readonly Payment[] }) {
  const t = useText();
  const [{ currency } = { currency: '' }] = payments;
  const whos = [...new Set(payments.map(({ next }) => next?.who ?? null))];
  if (whos.length < 2 || payments.some((each) => each.currency !== currency)) return null;
  const sums = whos.map((who) =>
    sumIn(
      currency,
      payments.filter(({ next }) => (next?.who ?? null) === who).map(({ amount }) => amount),
    ),
  );
  return (
    <StackBar
      waits
      parts={whos.map((who, index) => ({
        key: who ?? '',
        label: who ? t(`payments.who_${who}`) : t('payments.under_way'),
        value: <Sum amount={sums[index] ?? '0'} currency={currency} />,
        percent: Number(sums[index]),
      }))}
    />
  );
}

function Sums({ payments }: { payments: readonly Payment[] }) {
  const currencies = [...new Set(payments.map(({ currency }) => currency))];
  return currencies.map((currency, index) => (
    <Fragment key={currency}>
      {index > 0 && ' + '}
      <Sum
        amount={sumIn(
          currency,
          payments.filter((each) => each.currency === currency).map(({ amount }) => amount),
        )}
        currency={currency}
        hero
      />
    </Fragment>
  ));
}

/** The one whose next step is due first; those without a day come last. */
function firstDue(payments: readonly Payment[]): Payment | undefined {
  const dayOf = ({ next }: Payment) => next?.by ?? '9';
  return payments.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))[0];
}
