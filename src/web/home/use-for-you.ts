import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paymentsQuery } from '#web/payments/payment-queries.ts';
import type { Loadable } from '#web/platform/api/Async.tsx';
import { offeringsQuery, ticketsQuery } from '#web/platform/api/list-queries.ts';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { tradingAccountsQuery, useSignedIn, walletsQuery } from '#web/platform/session/session.ts';
import { verificationQuery } from '#web/verification/verification-query.ts';
import { deadlinesOf } from './deadlines.ts';
import { awaitedOf, type Awaited } from './for-you.ts';
import { nextSteps, type NextStep } from './next-steps.ts';

export interface ForYou {
  steps: NextStep[];
  awaited: Awaited[];
}

/**
 * The list once everything that it follows from has come or failed. That it is empty is said only when all of it has
 * come; staff who view as the client see neither tickets nor proofs.
 */
export function useForYou(): Loadable<ForYou> {
  const user = useSignedIn();
  const now = useNow();
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
  const open = payments.data?.pages.flatMap((page) => page.payments);
  const facts = {
    user,
    wallets: wallets.data,
    accounts: accounts.data,
    tickets: tickets.data,
    payments: open,
    offerings: offerings.data,
    verification: verification.data,
  };
  const isError = sources.some((source) => source.isError);
  const steps = nextSteps(facts);
  const deadlines = deadlinesOf(offerings.data ?? [], now);
  const awaited = awaitedOf({
    payments: open ?? [],
    tickets: tickets.data ?? [],
    deadlines,
    offerings: offerings.data ?? [],
    verification: verification.data,
  });
  const isUnknown = sources.some(({ isPending }) => isPending) || (isError && steps.length === 0);
  return {
    data: isUnknown ? undefined : { steps, awaited },
    isError,
    isFetching: sources.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(sources.filter(({ isError: failed }) => failed).map(({ refetch }) => refetch())),
  };
}
