import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paymentsQuery } from '#web/payments/payment-queries.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Loadable } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { tradingAccountsQuery, useSignedIn, walletsQuery } from '#web/platform/session/session.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { verificationQuery } from '#web/verification/verification-query.ts';
import { NothingYet } from './ItemList.tsx';
import { nextSteps, type NextStep } from './next-steps.ts';
import { NextStepItem } from './NextStepItem.tsx';
import { offeringsQuery, ticketsQuery } from '#web/platform/api/list-queries.ts';

/** What waits for the client, or that nothing does. */
export function NextStepsCard() {
  const t = useText();
  const { impersonation } = useSignedIn();
  return (
    <QueryCard query={useNextSteps()} title={t('home.steps_title')} flush skeleton={<SkeletonRows count={3} />}>
      {(steps) =>
        steps.length === 0 ? (
          <NothingYet text={t(impersonation ? 'common.impersonation_closed' : 'home.steps_none')} />
        ) : (
          <ul>
            {steps.map((step) => (
              <NextStepItem key={keyOf(step)} step={step} />
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}

/** There may be several steps of one kind, each about an object of its own. */
function keyOf(step: NextStep): string {
  if ('paymentId' in step) return step.paymentId;
  if ('applicationId' in step) return step.applicationId;
  return 'ticketId' in step ? step.ticketId : step.kind;
}

/**
 * The steps once everything that they follow from has come or failed. That there are none is said only when all of it has
 * come; staff who view as the client see neither tickets nor proofs.
 */
function useNextSteps(): Loadable<NextStep[]> {
  const user = useSignedIn();
  const isOwn = !user.impersonation;
  const wallets = useQuery(walletsQuery);
  const accounts = useQuery(tradingAccountsQuery);
  const tickets = useQuery({ ...ticketsQuery, enabled: isOwn });
  const verification = useQuery({ ...verificationQuery, enabled: isOwn });
  const payments = useInfiniteQuery(paymentsQuery({ kind: '', open: true, search: '' }));
  const offerings = useQuery({ ...offeringsQuery, enabled: offersIpo });
  const sources = [
    wallets,
    accounts,
    payments,
    ...(isOwn ? [tickets, verification] : []),
    ...(offersIpo ? [offerings] : []),
  ];
  const facts = {
    user,
    wallets: wallets.data,
    accounts: accounts.data,
    tickets: tickets.data,
    payments: payments.data?.pages.flatMap((page) => page.payments),
    offerings: offerings.data,
    verification: verification.data,
  };
  const isError = sources.some((source) => source.isError);
  const steps = nextSteps(facts);
  const isUnknown = sources.some(({ isPending }) => isPending) || (isError && steps.length === 0);
  return {
    data: isUnknown ? undefined : steps,
    isError,
    isFetching: sources.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(sources.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
