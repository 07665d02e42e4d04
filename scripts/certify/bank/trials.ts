import type { Bank, ReportLie } from '#server/demo/stand-ins/bank/bank.ts';
import { reportLies } from '#server/demo/stand-ins/bank/bank.ts';
import type { Lies } from '#server/demo/stand-ins/lies.ts';
import { moments, type Moment, type Strike } from '#server/demo/stand-ins/strike.ts';
import { sql } from '#server/platform/db/sql.ts';
import { killName } from '../kill.ts';
import type { CallKind, Trial, Verdict } from '../trial.ts';
import { until } from '../world.ts';
import { endsDay, type BankPath, type PlannedLie } from './path.ts';

/** A step of the delivery of an order, which has the number of its file. */
interface Step {
  call: (number: string) => CallKind;
  /** The call after which it comes, where the same one is made before. */
  after?: (number: string) => CallKind;
  /** Whether a server that has died there may have sent the order, for all that it knows, and has not. */
  isUnsent: (moment: Moment) => boolean;
}

/** How files go to a bank and come from it. */
export interface Wire {
  adapter: 'bank_sftp' | 'bank_s3';
  /** What the connection is entered with, and what of it no log may have. */
  fields: Record<string, string>;
  secrets: string[];
  /** The bank behind it, and what that is to lie about. */
  bank: Bank;
  reportLies: Lies<ReportLie>;
  onStrike: (strike: Strike) => void;
  honest: () => void;
  close: () => Promise<void>;
  /** What lies on the way. */
  trials: (path: BankPath) => Trial[];
  /** Once the order is there. */
  losesAnswer: PlannedLie;
  /** What the server does with an order, from the first to the last operation. */
  deliveries: Record<string, Step>;
  /** What it does with what the bank has left. */
  fetches: Record<string, CallKind>;
  advice: CallKind;
}

/** All trials of a bank. Those that end its day come first, while no order of another trial is left there. */
export function bankTrials(path: BankPath, wire: Wire): Trial[] {
  const [late, rest] = [reportLies.filter(endsDay), reportLies.filter((lie) => !endsDay(lie))];
  const reported = (name: ReportLie): Trial => {
    const lies = wire.reportLies;
    const lie = { name, plan: () => lies.tell(name, 1), isToCome: () => lies.holds(name) };
    return liedTo(path, lie, { isLong: true });
  };
  const trials: Trial[] = [
    ...late.map(reported),
    { path: 'order', name: 'taken away before it is answered', kind: 'own', run: () => takenAway(path, wire) },
    ...rest.map(reported),
    ...wire.trials(path),
    ...kills(path, wire),
  ];
  const alone = (run: Trial['run']) => async () => {
    await path.delivered();
    return run();
  };
  return trials.map((trial) => ({ ...trial, run: alone(trial.run) }));
}

/** An order that is paid in spite of a lie. */
export const liedTo = (path: BankPath, lie: PlannedLie, more: { isLong?: boolean } = {}): Trial => ({
  path: 'order',
  name: lie.name,
  kind: 'own',
  run: async () => path.endsPaid(await path.lied(lie, () => path.released())),
  ...more,
});

/** A list leaves out what the one before had. */
export async function leftOut(path: BankPath, lie: PlannedLie): Promise<Verdict> {
  const id = await path.released();
  await path.arrives(id);
  await path.listed();
  await path.lied(lie, async () => id);
  return path.endsPaid(id);
}

/** While the reports of the bank are late, the order is looked for in vain, and not put again. */
async function takenAway(path: BankPath, { losesAnswer }: Wire): Promise<Verdict> {
  const id = await path.lied(losesAnswer, () => path.released());
  path.bank.closeDay();
  const attempts = (more: number) => async () => ((await path.attemptsOf(id)) > more ? true : undefined);
  await path.withoutReports(async () => {
    // An attempt counts as it begins and as it ends. The next one is due minutes after its end.
    await until('the first attempt ends', attempts(1), 90_000);
    await path.triesAgain(id);
  });
  return path.endsPaid(id);
}

/** kill -9 after the release, at three moments of each call, and between what is stored and what it leads to. */
function kills(path: BankPath, { deliveries, fetches, advice }: Wire): Trial[] {
  const kill = (at: string, name: string, run: Trial['run']): Trial => ({ path: at, name, kind: 'kill', run });
  const at = (name: string, run: (moment: Moment) => Promise<Verdict>, isLong = false) =>
    moments.map((moment) => ({ ...kill(name, killName[moment], () => run(moment)), isLong }));
  const delivering = (step: Step) => async (moment: Moment) => {
    const { payment, number, release } = await path.made();
    const after = step.after && { after: step.after(number) };
    await path.struck({ call: step.call(number), ...after, moment }, release);
    return step.isUnsent(moment) ? path.endsPaidOrAsked(payment) : path.endsPaid(payment);
  };
  /** Files are listed all the time, so the server dies only once the order is at the bank. */
  const fetching = (call: CallKind) => async (moment: Moment) => {
    const id = await path.released();
    await path.arrives(id);
    await path.struck({ call, moment }, async () => {});
    return path.endsPaid(id);
  };
  const advised = async (moment: Moment) => {
    const deposit = await path.announced();
    await path.struck({ call: advice, moment }, async () => path.pay(deposit));
    return path.endsCredited(deposit);
  };
  return [
    kill('order', 'kill -9 after its release', async () => {
      const id = await path.released();
      await path.world.kill();
      return path.endsPaidOrAsked(id);
    }),
    ...Object.entries(deliveries).flatMap(([name, step]) => at(name, delivering(step))),
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
