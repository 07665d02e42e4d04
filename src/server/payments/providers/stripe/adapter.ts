import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Language } from '#contract/kernel/languages.ts';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { HookEvent } from '#server/platform/connections/hooks.ts';
import { mapDone, refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  Changes,
  NewProviderPayment,
  PaymentProvider,
  ProviderPayment,
} from '#server/platform/connections/ports/payments.ts';
import { asInteger, isPayable } from './amounts.ts';
import { attempt } from './attempt.ts';
import { addressOf, keyOf, stripeClient } from './client.ts';
import { followed, listedEvent, stripeHooks } from './hooks.ts';
import { readPayment } from './read-payment.ts';
import { probeStripe } from './probe.ts';
import { disputeList, eventList, newRefund, newSession, paidSession, refund, sessionList, warning } from './shapes.ts';

const settings = z.strictObject({
  /** Only cards, which are paid at once; otherwise every method that is switched on at Stripe. */
  only_cards: z.boolean(),
  /** A server that stands in for Stripe, in a demo and in tests. */
  stand_in: z.string().nullish(),
});
type Settings = z.output<typeof settings>;

/** Stripe Checkout: the client pays on a page of Stripe, so no card number ever reaches us. */
export const stripeAdapter: Adapter<'payments', typeof settings> = {
  name: 'stripe',
  port: 'payments',
  settings,
  hosts: (given) => [addressOf(given).host],
  open: (connection, io) => new StripePayments(connection, io),
};

/** Seconds for which a session of Stripe can be paid. */
const sessionS = 24 * 3600;
/** Sessions that are looked through for a reference, newest first. */
const pages = 5;
/** The first sweep goes back so far, in seconds. */
const firstSweep = 3 * 24 * 3600;
/** Stripe may list an event late. */
const overlap = 300;
/** One list goes over so long, in seconds, however much was missed. */
const sweepS = 2 * 3600;

/** Stripe's page has no Arabic, and then takes the language of the browser. */
function localeOf(language: Language): Stripe.Checkout.SessionCreateParams.Locale {
  if (language === 'ar') return 'auto';
  return language === 'no' ? 'nb' : language;
}

class StripePayments implements PaymentProvider {
  readonly method = 'card';
  readonly live: boolean;
  readonly hooks;
  readonly #connection: Connection<Settings>;
  readonly #io: Io;

  constructor(connection: Connection<Settings>, io: Io) {
    this.#connection = connection;
    this.#io = io;
    this.live = keyOf(connection).includes('_live_');
    this.hooks = stripeHooks(connection.secrets['webhook_secret'] ?? [], () => io.now());
  }

  test() {
    return probeStripe(this.#client('test', null), keyOf(this.#connection), () => this.#io.now());
  }

  takes(amount: { currency: string; minor?: bigint }) {
    return isPayable(amount);
  }

  /** The page is open for a day, as long as Stripe keeps it, so that the same order says the same when it is repeated. */
  async start({ ref, amount, payer, text, returnUrl, language }: NewProviderPayment) {
    if (!isPayable(amount)) return refused('currency', `${amount.minor} ${amount.currency} is no amount of Stripe`);
    const stripe = this.#client('start payment', ref);
    const order: Stripe.Checkout.SessionCreateParams = {
      mode: 'payment',
      ui_mode: 'hosted_page',
      client_reference_id: ref,
      metadata: { ref },
      payment_intent_data: { metadata: { ref }, description: text },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: amount.currency.toLowerCase(),
            unit_amount: asInteger(amount.minor),
            product_data: { name: text },
          },
        },
      ],
      ...(this.#connection.settings.only_cards && { payment_method_types: ['card'] }),
      customer_email: payer.email,
      ...(language && { locale: localeOf(language) }),
      success_url: returnUrl,
      cancel_url: returnUrl,
    };
    const begun = await attempt(() => stripe.checkout.sessions.create(order, { idempotencyKey: ref }), newSession);
    return mapDone(begun, ({ id, url }) => ({ id, redirect: url }));
  }

  async lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>> {
    const found = 'ref' in which ? await this.#findSession(which.ref) : await this.#sessionOf(which.id);
    if (found.kind !== 'done' || found.value === null) return found as Outcome<null>;
    const { id, isSuspect } = found.value;
    const stripe = this.#client('look up payment', null);
    const read = await attempt(
      () =>
        stripe.checkout.sessions.retrieve(id, {
          expand: ['payment_intent.latest_charge', 'payment_intent.latest_charge.refunds'],
        }),
      paidSession,
    );
    if (read.kind !== 'done') return isMissing(read) ? { kind: 'done', value: null } : read;
    const payment = read.value.payment_intent;
    const refunds = payment?.latest_charge?.refunds;
    if (payment && refunds?.has_more) {
      const query = { payment_intent: payment.id, limit: 100 };
      const all = await attempt(() => stripe.refunds.list(query).autoPagingToArray({ limit: 1000 }), z.array(refund));
      if (all.kind !== 'done') return all;
      refunds.data = all.value;
    }
    if (!payment?.latest_charge?.disputed) return { kind: 'done', value: readPayment(read.value, [], isSuspect) };
    const disputes = await attempt(() => stripe.disputes.list({ payment_intent: payment.id, limit: 100 }), disputeList);
    if (disputes.kind === 'done' && disputes.value.has_more)
      return { kind: 'unknown', detail: 'the payment has more than 100 disputes' };
    return mapDone(disputes, ({ data }) => readPayment(read.value, data, isSuspect));
  }

  async cancel(id: string): Promise<Outcome<null>> {
    const ended = await attempt(() => this.#client('cancel payment', null).checkout.sessions.expire(id), z.object({}));
    return mapDone(ended, () => null);
  }

  async refund({
    ref,
    of: { id },
    amount,
  }: Parameters<NonNullable<PaymentProvider['refund']>>[0]): Promise<Outcome<{ id: string }>> {
    if (id === null) return refused('not_paid', 'there is nothing to refund');
    const stripe = this.#client('refund', ref);
    const read = await attempt(
      () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }),
      paidSession,
    );
    if (read.kind !== 'done') return read;
    const payment = read.value.payment_intent;
    if (!payment) return refused('not_paid', 'there is nothing to refund');
    const order = { payment_intent: payment.id, amount: asInteger(amount.minor), metadata: { ref } };
    const made = await attempt(() => stripe.refunds.create(order, { idempotencyKey: ref }), newRefund);
    return mapDone(made, ({ id: refundId }) => ({ id: refundId }));
  }

  async changes(cursor: string | null): Promise<Outcome<Changes>> {
    const now = Math.floor(this.#io.now().getTime() / 1000);
    const since = cursor === null ? now - firstSweep : Number(cursor) - overlap;
    const until = Math.min(since + sweepS, now);
    const hasMore = until < now;
    const stripe = this.#client('list events', null);
    const events: HookEvent[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await attempt(
        () =>
          stripe.events.list({
            types: [...followed],
            created: { gte: since, ...(hasMore && { lt: until }) },
            limit: 100,
            ...(after !== undefined && { starting_after: after }),
          }),
        eventList,
      );
      if (page.kind !== 'done') return page;
      events.push(...page.value.data.map(listedEvent));
      after = page.value.data.at(-1)?.id;
      if (!page.value.has_more || after === undefined) break;
    }
    // Stripe lists the newest first; those of one payment are handled as they happened.
    return { kind: 'done', value: { events: events.toReversed(), cursor: String(until), hasMore } };
  }

  /** The session that bears our reference, among the latest. */
  async #findSession(ref: string): Promise<Outcome<Found | null>> {
    const stripe = this.#client('find payment', ref);
    const oldest = Math.floor(this.#io.now().getTime() / 1000) - 2 * sessionS;
    let after: string | undefined;
    for (let page = 0; page < pages; page++) {
      const list = await attempt(
        () =>
          stripe.checkout.sessions.list({
            created: { gte: oldest },
            limit: 100,
            ...(after !== undefined && { starting_after: after }),
          }),
        sessionList,
      );
      if (list.kind !== 'done') return list;
      const found = list.value.data.find((each) => each.client_reference_id === ref);
      if (found) return { kind: 'done', value: { id: found.id, isSuspect: false } };
      after = list.value.data.at(-1)?.id;
      if (!list.value.has_more) return { kind: 'done', value: null };
    }
    return { kind: 'unknown', detail: `it is not among the latest ${pages * 100} sessions, and there are more` };
  }

  /** The session of what an event has named: itself, a payment, or a warning of fraud. */
  async #sessionOf(id: string): Promise<Outcome<Found | null>> {
    if (id.startsWith('cs_')) return { kind: 'done', value: { id, isSuspect: false } };
    const stripe = this.#client('find payment', null);
    if (id.startsWith('issfr_')) {
      const warned = await attempt(() => stripe.radar.earlyFraudWarnings.retrieve(id), warning);
      if (warned.kind !== 'done') return isMissing(warned) ? { kind: 'done', value: null } : warned;
      const about = warned.value.payment_intent;
      const found = about === null ? ({ kind: 'done', value: null } as const) : await this.#sessionOf(about);
      return mapDone(found, (session) => session && { ...session, isSuspect: true });
    }
    if (!id.startsWith('pi_')) return { kind: 'done', value: null };
    const list = await attempt(() => stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }), sessionList);
    if (list.kind !== 'done') return isMissing(list) ? { kind: 'done', value: null } : list;
    const [found] = list.value.data;
    return { kind: 'done', value: found ? { id: found.id, isSuspect: false } : null };
  }

  #client(purpose: string, ref: string | null): Stripe {
    return stripeClient(this.#connection, this.#io, { purpose, ref });
  }
}

interface Found {
  id: string;
  isSuspect: boolean;
}

const isMissing = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.code === 'resource_missing';
