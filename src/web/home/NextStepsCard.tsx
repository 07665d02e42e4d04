import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n.tsx';
import type { Loadable } from '#web/platform/Loaded.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { tradingAccountsQuery, useSignedIn, walletsQuery } from '#web/platform/session.ts';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { NothingYet } from './ItemList.tsx';
import { nextSteps, type NextStep } from './next-steps.ts';
import { NextStepItem } from './NextStepItem.tsx';
import { ticketsQuery } from '#web/platform/list-queries.ts';

/** What waits for the client, or that nothing does. */
export function NextStepsCard() {
  const t = useText();
  const { watch } = useSignedIn();
  return (
    <QueryCard query={useNextSteps()} title={t('home.steps_title')} flush skeleton={<SkeletonRows count={3} />}>
      {(steps) =>
        steps.length === 0 ? (
          <NothingYet text={t(watch ? 'common.watch_closed' : 'home.steps_none')} />
        ) : (
          <ul>
            {steps.map((step) => (
              <NextStepItem key={step.kind === 'read_answer' ? step.ticketId : step.kind} step={step} />
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}

/**
 * The steps once everything that they follow from has come or failed. That there are none is said only when all of it has
 * come; whoever watches a client does not see his tickets.
 */
function useNextSteps(): Loadable<NextStep[]> {
  const user = useSignedIn();
  const wallets = useQuery(walletsQuery);
  const accounts = useQuery(tradingAccountsQuery);
  const tickets = useQuery(ticketsQuery);
  const sources = user.watch ? [wallets, accounts] : [wallets, accounts, tickets];
  const facts = { user, wallets: wallets.data, accounts: accounts.data, tickets: tickets.data };
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
