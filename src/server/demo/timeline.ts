import type { App } from '#server/platform/app.ts';
import { moneySteps } from './people-money.ts';
import { seedDeal, seedMoney } from './seed-money.ts';
import { tradesOf } from './trades.ts';

/** Something that happens to one client at one time. */
export interface Happening {
  at: Date;
  run: (app: App, clientId: string) => Promise<void>;
}

const dayMs = 86_400_000;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/** Everything that a person did with money, in the order of time. */
export function timelineOf(personId: string, now: Date): Happening[] {
  return (moneySteps[personId] ?? [])
    .flatMap((step): Happening[] => {
      if (step.does !== 'trade') {
        return [{ at: daysBefore(now, step.daysAgo), run: (app, clientId) => seedMoney(app, clientId, step) }];
      }
      const deals = tradesOf(`${personId}:${step.account}`, step, now);
      return deals.map((deal) => ({ at: deal.at, run: (app, clientId) => seedDeal(app, clientId, deal) }));
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
