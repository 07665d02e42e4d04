import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { Purpose } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, refused, type Money, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  Changes,
  NewProviderPayment,
  PaymentProvider,
  ProviderPayment,
} from '#server/platform/connections/ports/payments.ts';
import { findByWire, openWire, readWire, type Wire } from '#server/platform/connections/wire.ts';
import { hostedPageHooks, listedEvent } from './hooks.ts';
import { probeHostedPage } from './probe.ts';
import { readPayment } from './read-payment.ts';
import { changes, payment, refund, type Payment } from './shapes.ts';

const settings = z.strictObject({
  /** Of the service that keeps to docs/connections/hosted-page.md. */
  address: z.url().max(500),
});
type Settings = z.output<typeof settings>;

/** A processor that has no adapter of its own: the client pays on its page, and it or a service before it keeps to our wire. */
export const hostedPageAdapter: Adapter<'payments', typeof settings> = {
  name: 'hosted_page',
  port: 'payments',
  settings,
  hosts: () => [],
  open: (connection, io) => new HostedPagePayments(connection, io),
};

class HostedPagePayments implements PaymentProvider {
  readonly method = 'card';
  readonly hooks;
  readonly #address: string;
  readonly #wire: Wire;
  readonly #io: Io;

  constructor(connection: Connection<Settings>, io: Io) {
    this.#address = connection.settings.address.replace(/\/+$/, '');
    this.#wire = openWire(connection, io);
    this.#io = io;
    this.hooks = hostedPageHooks(this.#wire);
  }

  test() {
    return probeHostedPage(this.#wire, this.#io, this.#address);
  }

  /** The same order is answered with the payment that was made first. */
  async start({ ref, amount, payer, text, returnUrl, language, expires }: NewProviderPayment) {
    const asked = toWire(amount);
    if (!asked) return refused('currency', `${amount.minor} ${amount.currency} is no amount of the wire`);
    const body = {
      ref,
      ...asked,
      text: text.slice(0, 200),
      return_url: returnUrl,
      expires: expires.toISOString(),
      payer: { email: payer.email, country: payer.country, language: language ?? payer.language },
    };
    const made = readWire(await this.#post('payments', { purpose: 'start payment', ref }, body), payment);
    if (made.kind !== 'done') return made;
    const { id, page } = made.value;
    if (made.value.ref !== ref) return { kind: 'unknown', detail: 'the answer is about another payment' } as const;
    if (!isOver(made.value, amount)) return refused('amount', 'the payment is about another amount');
    if (!isPage(page)) return refused('page', `a client is not sent to ${page}`);
    return { kind: 'done', value: { id, redirect: page } } as const;
  }

  async lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>> {
    const ref = 'ref' in which ? which.ref : null;
    const answer = await this.#get('payments', { purpose: 'look up payment', ref, expects: 404 }, which);
    const found = findByWire(answer, payment);
    if (found.kind !== 'done' || found.value === null) return found as Outcome<null>;
    const isAsked = 'ref' in which ? found.value.ref === which.ref : found.value.id === which.id;
    return isAsked
      ? { kind: 'done', value: readPayment(found.value) }
      : { kind: 'unknown', detail: 'the answer is about another payment' };
  }

  async cancel(id: string): Promise<Outcome<null>> {
    const ended = await this.#post('cancellations', { purpose: 'cancel payment', ref: null }, { id });
    return mapDone(readWire(ended, payment), () => null);
  }

  /** The same order is answered with the refund that was made first. */
  async refund({
    ref,
    of,
    amount,
  }: Parameters<NonNullable<PaymentProvider['refund']>>[0]): Promise<Outcome<{ id: string }>> {
    const asked = toWire(amount);
    if (!asked) return refused('currency', `${amount.minor} ${amount.currency} is no amount of the wire`);
    const body = { ref, payment_ref: of.ref, ...asked };
    const made = readWire(await this.#post('refunds', { purpose: 'refund', ref }, body), refund);
    if (made.kind === 'done' && (made.value.ref !== ref || !isOver(made.value, amount)))
      return { kind: 'unknown', detail: 'the answer is about another refund' };
    return mapDone(made, ({ id }) => ({ id }));
  }

  async changes(after: string | null): Promise<Outcome<Changes>> {
    const query: Record<string, string> = after === null ? {} : { after };
    const read = readWire(await this.#get('changes', { purpose: 'list changes', ref: null }, query), changes);
    const at = this.#io.now();
    return mapDone(read, ({ ids, cursor, more }) => ({
      events: ids.map((id) => listedEvent(id, after, at)),
      cursor,
      hasMore: more && ids.length > 0 && cursor !== after,
    }));
  }

  #get(path: string, purpose: Purpose, query: Record<string, string>) {
    return this.#wire.call({ ...purpose, url: `${this.#address}/${path}`, query });
  }

  #post(path: string, { purpose, ref }: { purpose: string; ref: string | null }, body: object) {
    return this.#wire.call({ purpose, ref, url: `${this.#address}/${path}`, body, ...(ref !== null && { key: ref }) });
  }
}

/** Encrypted, or on this machine, as in a demo. */
function isPage(page: string): boolean {
  const { protocol, hostname } = new URL(page);
  return protocol === 'https:' || hostname === '127.0.0.1';
}

/** Exact, because `toWire` bounds it. */
const asInteger = (value: bigint) => Number(value);

/** An amount as the wire has it; null for one that it has not. */
const toWire = ({ minor, currency }: Money) =>
  /^[A-Z]{3}$/.test(currency) && minor > 0n && minor <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { amount: asInteger(minor), currency }
    : null;

const isOver = ({ amount, currency }: Pick<Payment, 'amount' | 'currency'>, asked: Money): boolean =>
  amount === asked.minor && currency === asked.currency;
