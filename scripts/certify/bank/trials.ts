import { bankLies, type BankLie } from '#server/demo/stand-ins/bank/server.ts';
import { moments, type Moment } from '#server/demo/stand-ins/strike.ts';
import { sql } from '#server/platform/db/sql.ts';
import { killName } from '../kill.ts';
import type { CallKind, Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import type { BankPath } from './path.ts';

/** All trials of a bank. Those that end its day come first, while no order of another trial is left there. */
export function bankTrials(path: BankPath): Trial[] {
  const [late, rest] = [bankLies.filter(endsDay), bankLies.filter((lie) => !endsDay(lie))];
  const trials: Trial[] = [
    ...late.map((lie) => lied(path, lie)),
    { path: 'order', name: 'taken away before it is answered', kind: 'own', run: () => takenAway(path) },
    ...rest.map((lie) => lied(path, lie)),
    ...kills(path),
  ];
  const alone = (run: Trial['run']) => async () => {
    await path.delivered();
    return run();
  };
  return trials.map((trial) => ({ ...trial, run: alone(trial.run) }));
}

const endsDay = (lie: BankLie): boolean => lie === 'repeats_advice' || lie === 'missing_day';

/** By whichever comes first, a list or a delivery, these are met: planned three times, both meet them. */
const ofConnections: ReadonlySet<BankLie> = new Set(['other_host_key', 'refuses_password']);

/** These are met by the first attempt. Others last for two lists at least, `silent` as long as our time-out. */
const ofDeliveries: ReadonlySet<BankLie> = new Set(['dies_after_write', 'dies_after_rename', 'short_write']);

const lied = (path: BankPath, lie: BankLie): Trial => ({
  path: 'order',
  name: lie,
  kind: 'own',
  isLong: !ofDeliveries.has(lie),
  run: () => (lie === 'hides_file' ? leftOut(path) : met(path, lie)),
});

async function met(path: BankPath, lie: BankLie): Promise<Verdict> {
  return path.endsPaid(await path.lies(lie, ofConnections.has(lie) ? 3 : 1, () => path.released()));
}

/** A list leaves out what the one before had. */
async function leftOut(path: BankPath): Promise<Verdict> {
  const id = await path.released();
  await path.arrives(id);
  await path.listed();
  await path.lies('hides_file', 1, async () => id);
  return path.endsPaid(id);
}

/** While the reports of the bank are late, the order is looked for in vain, and not put again. */
async function takenAway(path: BankPath): Promise<Verdict> {
  const id = await path.lies('dies_after_rename', 1, () => path.released());
  path.bank.bank.closeDay();
  const attempts = (more: number) => async () => ((await path.attemptsOf(id)) > more ? true : undefined);
  await path.withoutReports(async () => {
    // An attempt counts as it begins and as it ends. The next one is due minutes after its end.
    await until('the first attempt ends', attempts(1), 90_000);
    await path.world.pass(901);
    await until('it is looked for', attempts(2), 90_000);
  });
  return path.endsPaid(id);
}

/** What the server does with an order at a bank, from the first to the last operation. */
const deliveries: Record<string, string> = {
  look: 'STAT',
  open: 'OPEN',
  write: 'WRITE',
  'read back': 'READ',
  rename: 'RENAME',
};
/** A server that has died before these may have written, for all that it knows. */
const beforeWriting: ReadonlySet<string> = new Set(['look', 'open']);

/** What it does with what the bank has left. */
const fetches: Record<string, CallKind> = {
  list: { method: 'OPENDIR', path: /^out/ },
  report: { method: 'READ', path: /^out\/.*pain\.002/ },
  'report closed': { method: 'CLOSE', path: /^out\/.*pain\.002/ },
};
const advice: CallKind = { method: 'READ', path: /^out\/.*camt\.054/ };

/** kill -9 after the release, at three moments of each call, and between what is stored and what it leads to. */
function kills(path: BankPath): Trial[] {
  const kill = (at: string, name: string, run: Trial['run']): Trial => ({ path: at, name, kind: 'kill', run });
  const at = (name: string, run: (moment: Moment) => Promise<Verdict>, isLong = false) =>
    moments.map((moment) => ({ ...kill(name, killName[moment], () => run(moment)), isLong }));
  const delivering = (name: string, method: string) => async (moment: Moment) => {
    const { payment, number, release } = await path.made();
    await path.struck({ method, path: new RegExp(String.raw`^in/.*${number}\.xml`) }, moment, release);
    return beforeWriting.has(name) ? path.endsPaidOrAsked(payment) : path.endsPaid(payment);
  };
  /** Files are listed all the time, so the server dies only once the order is at the bank. */
  const fetching = (call: CallKind) => async (moment: Moment) => {
    const id = await path.released();
    await path.arrives(id);
    await path.struck(call, moment, async () => {});
    return path.endsPaid(id);
  };
  const advised = async (moment: Moment) => {
    const deposit = await path.announced();
    await path.struck(advice, moment, async () => path.pay(deposit));
    return path.endsCredited(deposit);
  };
  return [
    kill('order', 'kill -9 after its release', async () => {
      const id = await path.released();
      await path.world.kill();
      return path.endsPaidOrAsked(id);
    }),
    ...Object.entries(deliveries).flatMap(([name, method]) => at(name, delivering(name, method))),
    ...Object.entries(fetches).flatMap(([name, call]) => at(name, fetching(call), true)),
    ...at('advice', advised, true),
    kill('report', 'kill -9 between store and booking', async () => {
      const id = await path.released();
      await path.killedBefore(id, () =>
        path.world.db.maybeOne(sql`
        select from payout_file_line where payment_id = ${id} and status = 'ACSC'`),
      );
      return path.endsPaid(id);
    }),
    kill('advice', 'kill -9 between store and credit', async () => {
      const deposit = await path.announced();
      const stored = () =>
        path.world.db.maybeOne(sql`select from statement_line where strpos(reference, ${deposit.text}) > 0`);
      await path.killedBefore(deposit.id, stored, () => path.pay(deposit));
      return path.endsCredited(deposit);
    }),
  ];
}
