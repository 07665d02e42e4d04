import { z } from 'zod';
import type { Language } from '#contract/kernel/languages.ts';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  NewProviderPayment,
  PaymentProvider,
  ProviderPayment,
} from '#server/platform/connections/ports/payments.ts';
import { toAdyen } from './amounts.ts';
import { attempt } from './attempt.ts';
import { adyenCall } from './call.ts';
import { adyenHooks, subjectOf } from './hooks.ts';
import { probeAdyen } from './probe.ts';
import { adopted, authorised, collected, readItems } from './read-items.ts';
import { keptItem, newLink, newRefund, paymentLink, type KeptItem } from './shapes.ts';

const settings = z.strictObject({
  merchant_account: z.string().min(1).max(100),
  /** Of the live addresses of this customer; without one it is the test system. */
  live_prefix: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,60}$/)
    .nullish(),
  /** Only cards; otherwise every method that is switched on at Adyen. */
  only_cards: z.boolean(),
  /** Each payment is captured by hand at Adyen, and none is credited before. */
  manual_capture: z.boolean(),
  /** A server that stands in for Adyen, in a demo and in tests. */
  stand_in: z.string().nullish(),
});
type Settings = z.output<typeof settings>;

const addressOf = ({ stand_in: standIn, live_prefix: prefix }: Settings): URL => {
  if (standIn) return new URL('/v72', standIn);
  return new URL(
    prefix ? `https://${prefix}-checkout-live.adyenpayments.com/checkout/v72` : 'https://checkout-test.adyen.com/v72',
  );
};

/** As Adyen writes it, such as `de-DE`, with the country that has most speakers. */
const localeOf = (language: Language): string => `${language}-${new Intl.Locale(language).maximize().region}`;

/**
 * Adyen's Pay by Link: the client pays on a page of Adyen, so no card number ever reaches us. A payment cannot be read
 * from Adyen, so what it has signed is the proof.
 */
export const adyenAdapter: Adapter<'payments', typeof settings> = {
  name: 'adyen',
  port: 'payments',
  settings,
  hosts: (given) => [addressOf(given).host],
  open: (connection, io) => new AdyenPayments(connection, io),
};

class AdyenPayments implements PaymentProvider {
  readonly method = 'card';
  readonly live: boolean;
  /** Adyen cannot be asked about a refund, and repeats a webhook for 30 days (docs.adyen.com/development-resources/webhooks/troubleshoot). */
  readonly refundOutcomeHours = 30 * 24;
  readonly hooks;
  readonly #connection: Connection<Settings>;
  readonly #io: Io;

  constructor(connection: Connection<Settings>, io: Io) {
    this.#connection = connection;
    this.#io = io;
    this.live = Boolean(connection.settings.live_prefix);
    this.hooks = adyenHooks(connection.secrets['hmac_key'] ?? [], io.log);
  }

  get #account(): string {
    return this.#connection.settings.merchant_account;
  }

  test() {
    return probeAdyen(this.#io, {
      merchantAccount: this.#account,
      onlyCards: this.#connection.settings.only_cards,
      hmacKeys: this.#connection.secrets['hmac_key'] ?? [],
      call: (merchantAccount) => this.#call('POST', '/paymentMethods', { purpose: 'test' }, { merchantAccount }),
    });
  }

  takes({ currency, minor = 1n }: { currency: string; minor?: bigint }) {
    return toAdyen({ minor, currency }) !== null;
  }

  /** The same order with the same key is answered with the link that was made first. */
  async start({ ref, amount, payer, text, returnUrl, language }: NewProviderPayment) {
    const asked = toAdyen(amount);
    if (!asked) return refused('currency', `${amount.minor} ${amount.currency} is no amount of Adyen`);
    const { only_cards: onlyCards, manual_capture: isCapturedByHand } = this.#connection.settings;
    const order = {
      merchantAccount: this.#account,
      reference: ref,
      amount: asked,
      description: text.slice(0, 280),
      returnUrl,
      reusable: false,
      countryCode: payer.country,
      shopperEmail: payer.email,
      ...(language && { shopperLocale: localeOf(language) }),
      ...(onlyCards && { allowedPaymentMethods: ['scheme'] }),
      ...(isCapturedByHand ? { manualCapture: true } : { captureDelayHours: 0 }),
    };
    const call = this.#call('POST', '/paymentLinks', { purpose: 'start payment', ref, key: ref }, order);
    return mapDone(await attempt(this.#io, call, newLink), ({ id, url }) => ({ id, redirect: url }));
  }

  /** A link says whether it was used; what came is what Adyen has signed. */
  async lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>> {
    if ('id' in which && which.id.startsWith('PL')) return this.#readLink(which.id);
    const ref = 'ref' in which ? which.ref : await this.#referenceOf(which.id);
    const found = ref === null ? null : await this.#readItems(ref);
    // Nothing follows from what is under way, and without its link nothing more is known.
    return { kind: 'done', value: found && found.state !== 'waiting' ? { ...found, id: null } : null };
  }

  async cancel(id: string): Promise<Outcome<null>> {
    const path = `/paymentLinks/${encodeURIComponent(id)}`;
    const call = this.#call('PATCH', path, { purpose: 'cancel payment' }, { status: 'expired' });
    return mapDone(await attempt(this.#io, call, paymentLink), () => null);
  }

  async refund({
    ref,
    of,
    amount,
  }: Parameters<NonNullable<PaymentProvider['refund']>>[0]): Promise<Outcome<{ id: string }>> {
    const asked = toAdyen(amount);
    const items = await this.#itemsOf(of.ref);
    const [payment] = collected(items, authorised(items, of.ref));
    if (!payment || !asked) return refused('not_paid', 'there is nothing to refund');
    const path = `/payments/${encodeURIComponent(payment.item.pspReference)}/refunds`;
    const order = { merchantAccount: this.#account, amount: asked, reference: ref };
    const call = this.#call('POST', path, { purpose: 'refund', ref, key: ref }, order);
    return mapDone(await attempt(this.#io, call, newRefund), ({ pspReference }) => ({ id: pspReference }));
  }

  async #readLink(id: string): Promise<Outcome<ProviderPayment | null>> {
    const call = this.#call('GET', `/paymentLinks/${encodeURIComponent(id)}`, { purpose: 'look up payment' });
    const read = await attempt(this.#io, call, paymentLink);
    if (read.kind !== 'done') return read;
    const { reference, status, expiresAt } = read.value;
    if (read.value.id !== id) return { kind: 'unknown', detail: `another link than ${id}` };
    const found = await this.#readItems(reference);
    if (found) return { kind: 'done', value: { ...found, id } };
    const isOver = expiresAt != null && Date.parse(expiresAt) < this.#io.now().getTime();
    const isUsed = status === 'completed' || status === 'paid';
    // Used, but nothing signed has come for longer than the link was open: staff look at Adyen's own pages.
    const state = status === 'expired' ? 'expired' : isUsed && isOver ? 'held' : 'waiting';
    const nothing = { received: null, instrument: null, live: true, refunds: [], disputes: [], isSuspect: false };
    return { kind: 'done', value: { ...nothing, id, ref: reference, state } };
  }

  async #readItems(ref: string) {
    return readItems(await this.#itemsOf(ref), ref, {
      isCapturedByHand: this.#connection.settings.manual_capture,
    });
  }

  /** Everything that is signed about the payments with our reference. */
  async #itemsOf(ref: string): Promise<KeptItem[]> {
    const named = await this.#kept({ ref });
    const payments = authorised(named, ref);
    const related = await Promise.all(
      payments.map(({ item }) => this.#kept({ subject: subjectOf(item.pspReference) })),
    );
    return [
      ...payments,
      ...related.flat().filter(({ item }) => item.eventCode !== 'AUTHORISATION'),
      ...adopted(named, payments),
    ];
  }

  /** Our reference of the payment that events are about. What names no payment bears it itself. */
  async #referenceOf(subject: string): Promise<string | null> {
    const items = await this.#kept({ subject });
    const named =
      items.find(({ item }) => item.eventCode === 'AUTHORISATION') ?? items.find(({ item }) => !item.originalReference);
    return named?.item.merchantReference || null;
  }

  async #kept(about: Parameters<Io['keptEvents']>[0]): Promise<KeptItem[]> {
    const bodies = await this.#io.keptEvents(about);
    const items = bodies.map((body) => keptItem.parse(JSON.parse(body.toString('utf8'))));
    return items.filter(({ item }) => item.merchantAccountCode === this.#account);
  }

  #call(
    method: OutgoingCall['method'],
    path: string,
    about: Parameters<typeof adyenCall>[3],
    body?: object,
  ): OutgoingCall {
    return adyenCall(this.#connection, method, `${addressOf(this.#connection.settings).href}${path}`, about, body);
  }
}
