import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/sql.ts';
import type { Triggers, Verdict } from '../trial.ts';
import { until, type World } from '../world.ts';
import type { Rail, RailAct, RailLie } from './rail.ts';
import { Withdrawals } from './withdrawals.ts';

interface Of<Act extends string, Lie extends string> {
  world: World;
  rail: Rail<Act, Lie>;
  triggers: Triggers;
}

/** What happens between a client, Atrium, its staff and a payout provider. */
export class PayoutPath<Act extends string = string, Lie extends string = string> {
  readonly world: World;
  readonly rail: Rail<Act, Lie>;
  readonly triggers: Triggers;
  readonly #withdrawals: Withdrawals;

  private constructor({ world, rail, triggers }: Of<Act, Lie>, withdrawals: Withdrawals) {
    this.world = world;
    this.rail = rail;
    this.triggers = triggers;
    this.#withdrawals = withdrawals;
  }

  static async open<Act extends string, Lie extends string>(of: Of<Act, Lie>): Promise<PayoutPath<Act, Lie>> {
    return new PayoutPath(of, await Withdrawals.open(of.world, of.rail.destination, of.rail.country));
  }

  approved(): Promise<string> {
    return this.#withdrawals.approved();
  }

  /** Orders it at the provider. The server may die over it; what it has stored goes on. */
  async send(id: string): Promise<void> {
    const ines = await this.world.staff('ines');
    await this.world
      .ask(ines, 'POST /api/staff/payments/send-payout', { payment_id: id }, randomUUID())
      .catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      });
  }

  /** Ordered without a lie. */
  async ordered(): Promise<{ id: string; payout: string }> {
    const id = await this.approved();
    await this.send(id);
    const payout = await until('a payout', async () => (await this.payoutsOf(id))[0]);
    await this.settled();
    return { id, payout };
  }

  async settled(): Promise<void> {
    await this.rail.standIn.delivery.settled();
  }

  act(payout: string, ...acts: (Act | RailAct)[]): void {
    for (const each of acts) this.rail.standIn.act(payout, each);
  }

  /** Until it has reached the client. */
  arrive(payout: string): void {
    this.act(payout, this.rail.arrival.act);
  }

  /** Plans a lie for the next call of one kind, whatever else is called before it. */
  lieIn(call: string, lie: Lie | RailLie): Promise<void> {
    const { [call]: kind = this.rail.calls.send } = this.rail.calls;
    return this.triggers.once({ moment: 'before', ...kind, act: () => this.rail.standIn.lie(lie) });
  }

  /** What the stand-in has of a withdrawal. */
  async payoutsOf(id: string): Promise<string[]> {
    const orders = await this.world.db.rows<{ reference: string }>(sql`
      select reference from provider_payout where payment_id = ${id} order by created_at`);
    return orders.flatMap(({ reference }) => this.rail.madeOf(reference));
  }

  reaches(id: string, state: string): Promise<void> {
    return this.#withdrawals.reaches(id, state);
  }

  /** That a withdrawal ends in a state, with so many payouts, and with these reports for staff. */
  ends(id: string, state: string, reports: string[] = [], payouts = 1): Verdict {
    return async () => {
      const is = await this.#withdrawals.stateOf(id);
      const made = (await this.payoutsOf(id)).length;
      if (made !== payouts) return `${made} payouts at the provider, ${is}`;
      if (is !== state) return `${is} instead of ${state}`;
      const kinds = await this.world.db.rows<{ kind: string }>(
        sql`select kind from provider_finding where payment_id = ${id} order by kind`,
      );
      const named = kinds.map(({ kind }) => kind).join(', ');
      return named === reports.toSorted().join(', ') ? null : `reported: ${named || 'nothing'}`;
    };
  }

  /** The same for one that is still to be carried out when it appears. */
  endsPaid(id: string): Verdict {
    const ends = this.ends(id, 'completed');
    return async () => {
      const [payout, more] = await this.payoutsOf(id);
      if (payout && !more && this.rail.isNew(payout)) this.arrive(payout);
      return ends();
    };
  }
}
