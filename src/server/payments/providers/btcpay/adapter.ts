import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  NewProviderPayment,
  PaymentProvider,
  ProviderPayment,
} from '#server/platform/connections/ports/payments.ts';
import { toBtcpay } from './amounts.ts';
import { attempt } from './attempt.ts';
import { btcpayCall, btcpaySettings, type BtcpaySettings } from './call.ts';
import { btcpayHooks } from './hooks.ts';
import { probeBtcpay } from './probe.ts';
import { mainOf, readInvoices, sparesOf } from './read-invoices.ts';
import { invoice, invoices, paymentMethods, type Invoice } from './shapes.ts';

/** BTCPay Server (Greenfield API): the client pays an invoice on its page, and what came is read from it. */
export const btcpayAdapter: Adapter<'payments', typeof btcpaySettings> = {
  name: 'btcpay',
  port: 'payments',
  settings: btcpaySettings,
  hosts: () => [],
  open: (connection, io) => new BtcpayPayments(connection, io),
};

class BtcpayPayments implements PaymentProvider {
  readonly method = 'crypto';
  readonly live: boolean;
  readonly hooks;
  readonly #connection: Connection<BtcpaySettings>;
  readonly #io: Io;

  constructor(connection: Connection<BtcpaySettings>, io: Io) {
    this.#connection = connection;
    this.#io = io;
    this.live = !connection.settings.test_network;
    this.hooks = btcpayHooks(connection.secrets['webhook_secret'] ?? [], connection.settings.store_id, 'invoice');
  }

  test() {
    const { store_id: storeId } = this.#connection.settings;
    return probeBtcpay(this.#io, storeId, (path) => this.#call('GET', path, { purpose: 'test' }), {
      needed: ['cancreateinvoice', 'canviewinvoices', 'canmodifyinvoices', 'canviewstoresettings'],
      read: ['read invoices of the store', `/stores/${storeId}/invoices?take=1`, invoices],
    });
  }

  /** BTCPay has no key for repetitions: before one, the caller looks up the invoice by our reference. */
  async start({ ref, amount, returnUrl, language }: NewProviderPayment) {
    const asked = toBtcpay(amount);
    if (asked === null) return refused('currency', `${amount.minor} ${amount.currency} is no amount of BTCPay`);
    const order = {
      amount: asked,
      currency: amount.currency,
      metadata: { orderId: ref },
      additionalSearchTerms: [ref],
      checkout: {
        redirectURL: returnUrl,
        redirectAutomatically: false,
        paymentTolerance: 0,
        ...(language && { defaultLanguage: language }),
      },
    };
    const call = this.#call('POST', this.#path('/invoices'), { purpose: 'start payment', ref }, order);
    const made = await attempt(this.#io, call, invoice);
    if (made.kind === 'done' && !this.#isOf(made.value, ref))
      return { kind: 'unknown', detail: 'the answer is about another invoice' } as const;
    return mapDone(made, ({ id, checkoutLink }) => ({ id, redirect: checkoutLink }));
  }

  async lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>> {
    if ('ref' in which) return this.#readAll(which.ref, null);
    const path = this.#path(`/invoices/${encodeURIComponent(which.id)}`);
    const read = await attempt(this.#io, this.#call('GET', path, { purpose: 'look up payment' }), invoice);
    if (read.kind !== 'done') return isMissing(read) ? { kind: 'done', value: null } : read;
    if (read.value.id !== which.id) return { kind: 'unknown', detail: `another invoice than ${which.id}` };
    const ref = read.value.metadata?.orderId;
    return ref && this.#isOf(read.value, ref) ? this.#readAll(ref, read.value) : { kind: 'done', value: null };
  }

  /** Everything with our reference. A lost answer may have left more than one invoice, and the rest is put away. */
  async #readAll(ref: string, known: Invoice | null): Promise<Outcome<ProviderPayment | null>> {
    const call = this.#call('GET', this.#path(`/invoices?orderId=${encodeURIComponent(ref)}`), {
      purpose: 'find payment',
      ref,
    });
    const list = await attempt(this.#io, call, invoices);
    if (list.kind !== 'done') return list;
    const listed = list.value.filter((each) => this.#isOf(each, ref));
    const found = known && !listed.some(({ id }) => id === known.id) ? [...listed, known] : listed;
    const main = mainOf(found);
    if (!main) return { kind: 'done', value: null };
    for (const { id } of sparesOf(found))
      await this.#io.http(
        this.#call('DELETE', this.#path(`/invoices/${encodeURIComponent(id)}`), { purpose: 'put away invoice', ref }),
      );
    const read = readInvoices(found, main);
    const instrument = read.received ? await this.#instrumentOf(main) : null;
    const isTwofold = found.length > 1 && known !== null;
    // Which of several the deposit was begun with is not known here; while nothing has ended, nothing follows.
    if (isTwofold && read.state === 'waiting') return { kind: 'done', value: null };
    const value = {
      ...read,
      ref,
      id: isTwofold ? null : main.id,
      instrument,
      live: this.live,
      page: main.checkoutLink,
    };
    return { kind: 'done', value };
  }

  /** Which coin came. It is only shown, so a failure leaves it out. */
  async #instrumentOf({ id }: Invoice): Promise<ProviderPayment['instrument']> {
    const path = this.#path(`/invoices/${encodeURIComponent(id)}/payment-methods`);
    const read = await attempt(this.#io, this.#call('GET', path, { purpose: 'look up coin' }), paymentMethods);
    const used = read.kind === 'done' ? read.value.filter(({ payments }) => payments.length > 0) : [];
    const label = used.map(({ paymentMethodId }) => paymentMethodId).join(', ');
    return label === '' ? null : { kind: 'crypto', label, fingerprint: null, holder: null, country: null };
  }

  #isOf({ storeId, metadata }: Invoice, ref: string): boolean {
    return storeId === this.#connection.settings.store_id && metadata?.orderId === ref;
  }

  #path(rest: string): string {
    return `/stores/${this.#connection.settings.store_id}${rest}`;
  }

  #call(
    method: OutgoingCall['method'],
    path: string,
    about: { purpose: string; ref?: string },
    body?: object,
  ): OutgoingCall {
    return btcpayCall(this.#connection, method, path, about, body);
  }
}

const isMissing = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.code === 'invoice-not-found';
