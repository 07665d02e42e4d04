import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/sql.ts';
import type { Session } from '../../stand-ins/stripe/objects.ts';
import type { StripeStandIn } from '../../stand-ins/stripe/server.ts';
import type { Triggers, Verdict } from '../trial.ts';
import { until, type Person, type World } from '../world.ts';

/** Where the calls of the adapter go. */
export const calls = {
  order: { method: 'POST', path: /^\/v1\/checkout\/sessions$/ },
  read: { method: 'GET', path: /^\/v1\/checkout\/sessions\/cs_/ },
  refund: { method: 'POST', path: /^\/v1\/refunds$/ },
  disputes: { method: 'GET', path: /^\/v1\/disputes$/ },
} as const;

/** A deposit by card, as its client ordered it. */
export interface Deposit {
  id: string;
  reference: string;
}

/** What happens between a client, Atrium and Stripe. */
export class CardPath {
  readonly world: World;
  readonly stripe: StripeStandIn;
  readonly triggers: Triggers;
  readonly client: Person;
  readonly #walletId: string;
  #ordered = 0;

  constructor(
    { world, stripe, triggers }: { world: World; stripe: StripeStandIn; triggers: Triggers },
    client: Person,
    walletId: string,
  ) {
    this.world = world;
    this.stripe = stripe;
    this.triggers = triggers;
    this.client = client;
    this.#walletId = walletId;
  }

  /** Orders a deposit of an amount that no other has; when the server dies over it, the client repeats the call. */
  async order(): Promise<Deposit> {
    this.#ordered += 1;
    const amount = (10 + this.#ordered / 100).toFixed(2);
    const key = randomUUID();
    const call = async () => {
      const body = { wallet_id: this.#walletId, method: 'card' as const, amount };
      const { payment } = await this.world.ask(this.client, 'POST /api/payments/deposit', body, key);
      return payment.id;
    };
    const id = await call().catch(async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      await this.world.revive();
      return call();
    });
    const { reference } = await this.world.db.one<{ reference: string }>(
      sql`select reference from payment where id = ${id}`,
    );
    return { id, reference };
  }

  sessionsOf({ reference }: Deposit): Session[] {
    return [...this.stripe.books.sessions.values()].filter((each) => each.client_reference_id === reference);
  }

  /** The one session of a deposit, once it is there. */
  session(deposit: Deposit): Promise<Session> {
    return until('a session at the provider', () => this.sessionsOf(deposit)[0]);
  }

  async stateOf({ id }: Deposit): Promise<string> {
    const { state } = await this.world.db.one<{ state: string }>(sql`select state from payment where id = ${id}`);
    return state;
  }

  /** Ordered, paid and credited, without a lie. */
  async credited(): Promise<Deposit> {
    const deposit = await this.order();
    this.stripe.act((await this.session(deposit)).id, 'pay');
    await until('an honest deposit is credited', async () =>
      (await this.stateOf(deposit)) === 'credited' ? true : undefined,
    );
    return deposit;
  }

  async refund(deposit: Deposit): Promise<void> {
    const { code } = await this.world.db.one<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
    );
    const body = { payment_id: deposit.id, reason: code, note: 'asked for' };
    await this.world
      .ask(await this.world.staff('ines'), 'POST /api/staff/payments/refund', body)
      .catch((error: unknown) => {
        // The server died over it; the order for the refund was stored before.
        if (!(error instanceof TypeError)) throw error;
      });
  }

  eventOf(eventId: string): Promise<{ state: string } | undefined> {
    return this.world.db.maybeOne(sql`select state from inbox_event where event_id = ${eventId}`);
  }

  /** That a deposit ends in a state, with one session, and with these reports for staff. */
  ends(deposit: Deposit, state: string, ...reports: string[]): Verdict {
    return async () => {
      const sessions = this.sessionsOf(deposit).length;
      if (sessions !== 1) return `${sessions} sessions at the provider`;
      const is = await this.stateOf(deposit);
      if (is !== state) return `${is} instead of ${state}`;
      const found = await this.world.db.rows<{ kind: string }>(
        sql`select kind from provider_finding where payment_id = ${deposit.id} order by kind`,
      );
      const kinds = found.map(({ kind }) => kind).join(', ');
      return kinds === reports.toSorted().join(', ') ? null : `reported: ${kinds || 'nothing'}`;
    };
  }

  /** The same for one that is still to be paid when its session appears. */
  endsPaid(deposit: Deposit): Verdict {
    const ends = this.ends(deposit, 'credited');
    return async () => {
      const [session, more] = this.sessionsOf(deposit);
      if (session?.status === 'open' && !more) this.stripe.act(session.id, 'pay');
      return ends();
    };
  }
}
