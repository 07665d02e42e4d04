import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/sql.ts';
import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { Triggers, Verdict } from '../trial.ts';
import { linkMailed } from '../mail.ts';
import { requestApproved } from '../payouts/withdrawals.ts';
import { until, type Person, type World } from '../world.ts';
import type { CardProvider, Page } from './provider.ts';

/** A deposit by card, as its client ordered it. */
export interface Deposit {
  id: string;
  reference: string;
}

/** A withdrawal to a card, with the deposit that it returns a part of. */
export interface Withdrawal {
  id: string;
  of: Deposit;
}

/** What happens between a client, Atrium and a provider. */
export class CardPath<Lie extends string = string> {
  readonly world: World;
  readonly provider: CardProvider<Lie>;
  readonly triggers: Triggers;
  readonly client: Person;
  readonly #walletId: string;
  #ordered = 0;
  #toCard = 0;
  #cardId: string | null = null;

  constructor(
    { world, provider, triggers }: { world: World; provider: CardProvider<Lie>; triggers: Triggers },
    client: Person,
    walletId: string,
  ) {
    this.world = world;
    this.provider = provider;
    this.triggers = triggers;
    this.client = client;
    this.#walletId = walletId;
  }

  #nextAmount(): string {
    this.#ordered += 1;
    return (20 + this.#ordered / 100).toFixed(2);
  }

  /** Orders a deposit of an amount that no other has; when the server dies over it, the client repeats the call. */
  async order(amount = this.#nextAmount()): Promise<Deposit> {
    const key = randomUUID();
    const call = async () => {
      const body = { wallet_id: this.#walletId, method: this.provider.method, amount };
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

  /** The id of the one page of a deposit, once it is there. */
  async page({ reference }: Deposit): Promise<string> {
    const { id } = await until('a page at the provider', () => this.provider.pagesOf(reference)[0]);
    return id;
  }

  /** The client returns from the page, and Atrium asks the provider. */
  async check({ id }: Deposit): Promise<void> {
    await this.world.ask(this.client, 'POST /api/payments/check-provider', { payment_id: id });
  }

  /** Plans a lie for the next call of one kind, whatever else is called before it. */
  lieIn(call: 'order' | 'read' | 'refund', lie: Lie | CommonLie): Promise<void> {
    const act = () => this.provider.lie(lie);
    const kind = this.provider.calls[call];
    if (!kind) throw new Error(`no call for a ${call}`);
    return this.triggers.once({ moment: 'before', ...kind, act });
  }

  async stateOf({ id }: Pick<Deposit, 'id'>): Promise<string> {
    const { state } = await this.world.db.one<{ state: string }>(sql`select state from payment where id = ${id}`);
    return state;
  }

  /** Ordered, paid and credited, without a lie. */
  async credited(amount?: string): Promise<Deposit> {
    const deposit = await this.order(amount);
    this.provider.act(await this.page(deposit), 'pay');
    await until('an honest deposit is credited', async () =>
      (await this.stateOf(deposit)) === 'credited' ? true : undefined,
    );
    return deposit;
  }

  /** Makes the card of a deposit a destination, as its client does once. */
  async saveCard({ id }: Deposit): Promise<void> {
    if (this.#cardId !== null) return;
    const { world, client } = this;
    const saved = await world.ask(client, 'POST /api/payments/destinations/add-card', { deposit_id: id });
    const token = await linkMailed(world, client, 'destination');
    await world.ask(client, 'POST /api/payments/destinations/confirm', { token });
    this.#cardId = saved.id;
  }

  /** A withdrawal to the card, approved: a part of a deposit of its own, as all deposits before it are smaller than that part. */
  async toCard(): Promise<Withdrawal> {
    this.#toCard += 1;
    const cents = 4000 + 2 * this.#toCard;
    const of = await this.credited((cents / 100).toFixed(2));
    await this.saveCard(of);
    const { world, client } = this;
    const amount = ((cents - 1) / 100).toFixed(2);
    const request = { wallet_id: this.#walletId, destination_id: this.#cardId ?? '', amount };
    const id = await requestApproved(world, client, request);
    return { id, of };
  }

  /** Orders it at the provider. The server may die over it; what it has stored goes on. */
  async send({ id }: Withdrawal): Promise<void> {
    await this.world
      .ask(await this.world.staff('ines'), 'POST /api/staff/payments/send-payout', { payment_id: id })
      .catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      });
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

  /** By words of its id. */
  eventOf(words: string): Promise<{ state: string } | undefined> {
    return this.world.db.maybeOne(sql`select state from inbox_event where strpos(event_id, ${words}) > 0 limit 1`);
  }

  /** That a deposit ends in a state, with one page at the provider, and with these reports for staff. */
  ends(deposit: Deposit, state: string, ...reports: string[]): Verdict {
    return async () => {
      const pages = this.provider.pagesOf(deposit.reference).length;
      const is = await this.stateOf(deposit);
      if (pages !== 1) return `${pages} pages at the provider, ${is}`;
      if (is !== state) return `${is} instead of ${state}`;
      const found = await this.world.db.rows<{ kind: string }>(
        sql`select kind from provider_finding where payment_id = ${deposit.id} order by kind`,
      );
      const kinds = found.map(({ kind }) => kind).join(', ');
      return kinds === reports.toSorted().join(', ') ? null : `reported: ${kinds || 'nothing'}`;
    };
  }

  /** The same for one that is still to be paid when its page appears. */
  endsPaid(deposit: Deposit): Verdict {
    const ends = this.ends(deposit, 'credited');
    return async () => {
      const [page, more]: Page[] = this.provider.pagesOf(deposit.reference);
      if (page?.isOpen && !more) this.provider.act(page.id, 'pay');
      return ends();
    };
  }
}
