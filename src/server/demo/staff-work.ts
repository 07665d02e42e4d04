import { seedAdjustment, seedCardDeposit, seedDeposit, seedWithdrawal } from '#server/payments/demo-payments.ts';
import type { App } from '#server/platform/app.ts';

/** A recent action on a client's money that may still be open. */
interface StaffWork {
  person: string;
  hoursAgo: number;
  run: (app: App, clientId: string) => Promise<void>;
}

/** The queue of finance when a demo starts, and some items that recently left it; the earliest first. */
const work: StaffWork[] = [
  { person: 'katarzyna', hoursAgo: 290, run: (app, id) => seedDeposit(app, id, '400.00', 'rejected') },
  { person: 'sofia', hoursAgo: 240, run: (app, id) => seedWithdrawal(app, id, '250.00', 'rejected') },
  { person: 'lukas', hoursAgo: 165, run: (app, id) => seedCardDeposit(app, id, '200.00') },
  {
    person: 'sofia',
    hoursAgo: 120,
    run: (app, id) =>
      seedAdjustment(app, id, { amount: '15.00', category: 'goodwill', note: 'Long wait for support', decided: true }),
  },
  { person: 'james', hoursAgo: 28, run: (app, id) => seedWithdrawal(app, id, '3500.00', 'sent') },
  { person: 'tomas', hoursAgo: 22, run: (app, id) => seedDeposit(app, id, '300.00', 'awaiting') },
  { person: 'layla', hoursAgo: 20, run: (app, id) => seedWithdrawal(app, id, '12000.00', 'approved_once') },
  { person: 'sofia', hoursAgo: 6, run: (app, id) => seedDeposit(app, id, '1200.00', 'reported') },
  {
    person: 'katarzyna',
    hoursAgo: 5,
    run: (app, id) =>
      seedAdjustment(app, id, { amount: '25.00', category: 'fee_refund', note: 'Fee charged twice', decided: false }),
  },
  { person: 'lukas', hoursAgo: 3, run: (app, id) => seedWithdrawal(app, id, '150.00', 'in_review') },
  { person: 'james', hoursAgo: 1, run: (app, id) => seedWithdrawal(app, id, '2000.00', 'submitted') },
];

/** All of it, each action with its time. */
export const staffTimeline = (
  now: Date,
  idOf: (person: string) => string,
): { at: Date; run: (app: App) => Promise<void> }[] =>
  work.map(({ person, hoursAgo, run }) => ({
    at: new Date(now.getTime() - hoursAgo * 3_600_000),
    run: (app) => run(app, idOf(person)),
  }));
