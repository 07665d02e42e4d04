import type { App } from '#server/platform/app.ts';
import { moneySteps } from './people-money.ts';
import { seedMoney } from './seed-money.ts';
import { seedClosing, seedOpening } from './seed-trading.ts';
import { tradesOf, type DemoTrade } from './trades.ts';

/** Something that happens to one client at one time. */
export interface Happening {
  at: Date;
  run: (app: App, clientId: string) => Promise<void>;
}

const dayMs = 86_400_000;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/** All actions of a person with money, in the order of time. */
export function timelineOf({ config }: Pick<App, 'config'>, personId: string, now: Date): Happening[] {
  return (moneySteps[personId] ?? [])
    .flatMap((step): Happening[] => {
      if (step.does !== 'trade') {
        return [{ at: daysBefore(now, step.daysAgo), run: (app, clientId) => seedMoney(app, clientId, step) }];
      }
      const path = { seed: config.market.seed, name: `${personId}:${step.account}` };
      return tradesOf(path, step, now).flatMap(bothSides);
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A position opens, and closes later under the ticket it then has. */
function bothSides(trade: DemoTrade): Happening[] {
  let position = '';
  const open: Happening['run'] = async (app, clientId) => void (position = await seedOpening(app, clientId, trade));
  const close: Happening['run'] = (app, clientId) => seedClosing(app, clientId, trade.account, position);
  return [
    { at: trade.openedAt, run: open },
    { at: trade.closedAt, run: close },
  ];
}
