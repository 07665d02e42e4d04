import { sql } from '#server/platform/db/sql.ts';
import type { Bank } from '#server/demo/stand-ins/bank/bank.ts';
import { standInAccounts } from '#server/demo/stand-ins/bank/server.ts';
import { struck } from '../kill.ts';
import type { Withdrawals } from '../payouts/withdrawals.ts';
import type { CallKind, Triggers, Verdict } from '../trial.ts';
import { until, type World } from '../world.ts';
import type { Moment } from '#server/demo/stand-ins/strike.ts';

/** Files are delivered and fetched by jobs, which a busy machine delays. */
const limitMs = 90_000;

const account = standInAccounts.find(({ currency }) => currency === 'USD');

/** What a bank, or what leads to it, is to do once. */
export interface PlannedLie {
  name: string;
  plan: () => unknown;
  isToCome: () => boolean;
}

/** What happens between a client, Atrium, its staff and a bank that takes files. */
export class BankPath {
  readonly world: World;
  readonly bank: Bank;
  readonly triggers: Triggers;
  readonly #withdrawals: Withdrawals;
  #deposits = 0;

  constructor({ world, bank, triggers }: { world: World; bank: Bank; triggers: Triggers }, withdrawals: Withdrawals) {
    this.world = world;
    this.bank = bank;
    this.triggers = triggers;
    this.#withdrawals = withdrawals;
  }

  /** A withdrawal in a file of its own, which waits for the second person. */
  async made(): Promise<Made> {
    const { world, bank } = this;
    const payment = await this.#withdrawals.approved();
    const [ines, adam] = [await world.staff('ines'), await world.staff('adam')];
    const order = { currency: 'USD', pay_on: bank.books.day, reason: 'Certified now.' };
    const { id, number } = await world.ask(ines, 'POST /api/staff/payments/bank-files/make', order);
    return {
      payment,
      number,
      async release() {
        const { approval_requests: waiting } = await world.ask(adam, 'POST /api/staff/approvals', {});
        const found = waiting.find((each) => each.kind === 'payout_file' && each.key === id);
        const approval = { approval_request_id: found?.id ?? '', current_password: adam.password };
        // The server may die before it answers: what it has stored goes on.
        await world.ask(adam, 'POST /api/staff/approvals/approve', approval).catch((error: unknown) => {
          if (!(error instanceof TypeError)) throw error;
        });
      },
    };
  }

  async released(): Promise<string> {
    const { payment, release } = await this.made();
    await release();
    return payment;
  }

  /**
   * Until each order is at the bank, or may be: a kill in an attempt that has just begun leaves it to staff. One that was not
   * sent is tried again after minutes, which pass.
   */
  async delivered(): Promise<void> {
    const { world } = this;
    const isDelivered = async () => {
      const [first] = await world.db.rows<{ nextAt: Date }>(sql`
        select next_at as "nextAt" from payout_file_delivery where state = 'waiting' order by next_at limit 1`);
      if (!first) return true;
      const left = Math.ceil(first.nextAt.getTime() / 1000) - world.now();
      if (left > 0) await world.pass(left);
      return undefined;
    };
    await until('no order waits', isDelivered, limitMs);
    // One under way would meet the lie of the next trial. An attempt counts as it begins and as it ends; one that a kill broke off
    // has no end, and is due minutes later.
    const isAtRest = async () =>
      (await world.db.maybeOne(sql`
        select from payout_file_delivery where state = 'sending' and attempts % 2 = 1 limit 1`))
        ? undefined
        : true;
    await until('no attempt is under way', isAtRest, 5000).catch(() => {});
  }

  /** A deposit of an amount that no other has. */
  async announced(): Promise<Deposit> {
    this.#deposits += 1;
    const { world } = this;
    const { client, walletId } = this.#withdrawals;
    const amountMinor = 3000n + BigInt(this.#deposits);
    const amount = (Number(amountMinor) / 100).toFixed(2);
    const input = { wallet_id: walletId, method: 'bank_transfer', amount };
    const { payment, reference } = await world.ask(client, 'POST /api/payments/deposit', input);
    const { name } = await world.db.one<{ name: string }>(
      sql`select full_name as name from person where id = ${client.id}`,
    );
    return { id: payment.id, amountMinor, name, text: `Deposit ${reference ?? ''}` };
  }

  /** The money arrives at the bank, which advises it. */
  pay({ amountMinor, name, text }: Deposit): void {
    const party = { name, account: null };
    this.bank.credit({ number: account?.number ?? '', currency: 'USD', amountMinor, party, text });
  }

  /** Until the bank has lied. */
  async lied({ name, plan, isToCome }: PlannedLie, act: () => Promise<string>): Promise<string> {
    plan();
    const id = await act();
    if (endsDay(name)) {
      await this.reaches(id, 'completed');
      this.bank.closeDay();
    }
    await until(`the bank lies: ${name}`, () => (isToCome() ? undefined : true), limitMs);
    return id;
  }

  /** What the bank has left is there only after something is done. */
  async withoutReports(act: () => Promise<void>): Promise<void> {
    const { files } = this.bank;
    const late = [...files].filter(([path]) => path.startsWith('out/'));
    for (const [path] of late) files.delete(path);
    await act();
    for (const [path, file] of late) files.set(path, file);
  }

  /** Until Atrium knows that the bank has the order. */
  async arrives(id: string): Promise<void> {
    const isDone = async () => ((await this.#orderOf(id)).delivery === 'done' ? true : undefined);
    await until('it is delivered', isDone, limitMs);
  }

  /** Until Atrium has listed what the bank left last. */
  async listed(): Promise<void> {
    const last = [...this.bank.files.keys()].findLast((path) => path.startsWith('out/')) ?? '';
    const found = () =>
      this.world.db.maybeOne(sql`select from bank_file_arrival where name = ${last.slice('out/'.length)} limit 1`);
    await until('it is listed', found, limitMs);
  }

  async attemptsOf(id: string): Promise<number> {
    return (await this.#orderOf(id)).attempts;
  }

  /** Until it has been tried once more, which is due minutes after the end of the last attempt. */
  async triesAgain(id: string): Promise<void> {
    const before = await this.attemptsOf(id);
    await this.world.pass(901);
    await until('it is tried again', async () => ((await this.attemptsOf(id)) > before ? true : undefined), limitMs);
  }

  /** Until staff read why it is not delivered. */
  async fails(id: string, why: RegExp): Promise<void> {
    const isRead = async () => (why.test((await this.#orderOf(id)).failure ?? '') ? true : undefined);
    await until(`staff read: ${why.source}`, isRead, limitMs);
  }

  /** Ends the server once it has stored what the bank has left, and before it acts on it: the referee holds the payment. */
  async killedBefore(paymentId: string, stored: () => Promise<unknown>, act: () => void = () => {}): Promise<void> {
    await this.world.db.tx(async (tx) => {
      await tx.run(sql`select from payment where id = ${paymentId} for update`);
      act();
      await until('it is stored', stored, limitMs);
      await this.world.kill();
    });
    await this.world.revive();
  }

  /** @param at with what comes before the call, where others like it do too */
  struck<T>(at: { call: CallKind; after?: CallKind; moment: Moment }, act: () => Promise<T>): Promise<T> {
    return struck(this, at, act);
  }

  async reaches(id: string, state: string): Promise<void> {
    await until(
      `${id} is ${state}`,
      async () => ((await this.#withdrawals.stateOf(id)) === state ? true : undefined),
      limitMs,
    );
  }

  /** That a withdrawal was paid, by an order that the bank has once and that counts as delivered. */
  endsPaid(id: string): Verdict {
    return async () => {
      const is = await this.#orderOf(id);
      const there = this.bank.books.lines.get(is.reference)?.line.status ?? 'unknown';
      const isRight = there === 'settled' && is.state === 'completed' && is.delivery === 'done';
      return isRight ? null : `${there} at the bank, ${is.state} here, its file is ${is.delivery}: ${is.failure ?? ''}`;
    };
  }

  /** That it was paid; or that the bank never had it, and staff read that it is not there. */
  endsPaidOrAsked(id: string): Verdict {
    const paid = this.endsPaid(id);
    return async () => {
      const { looks, state, reference } = await this.#orderOf(id);
      const isAsked = looks > 0 && state === 'ordered' && !this.bank.books.lines.has(reference);
      return isAsked ? null : paid();
    };
  }

  #orderOf(id: string): Promise<Order> {
    return this.world.db.one<Order>(sql`
      select p.state, d.state as delivery, d.failure, d.looks, d.attempts, l.end_to_end_id as reference
      from payment p join payout_file_line l on l.payment_id = p.id join payout_file_delivery d on d.file_id = l.file_id
      where p.id = ${id}`);
  }

  endsCredited({ id }: Deposit): Verdict {
    return async () => {
      const is = await this.#withdrawals.stateOf(id);
      return is === 'credited' ? null : `${is} instead of credited`;
    };
  }
}

/** Whether a lie is about what the bank leaves at the end of a day. */
export const endsDay = (lie: string): boolean => lie === 'repeats_advice' || lie === 'missing_day';

/** A withdrawal and the delivery of its file. */
interface Order {
  state: string;
  delivery: string;
  failure: string | null;
  /** How often the file was looked for in vain. */
  looks: number;
  attempts: number;
  reference: string;
}

interface Made {
  /** Of the withdrawal. */
  payment: string;
  /** Of the file, after which it is named at the bank. */
  number: string;
  release: () => Promise<void>;
}

export interface Deposit {
  id: string;
  amountMinor: bigint;
  name: string;
  text: string;
}
