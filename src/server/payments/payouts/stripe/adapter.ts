import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import { mapDone, refused, type Money, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  NewPayout,
  OrderedPayout,
  PayoutDestination,
  PayoutRail,
  RailPayout,
} from '#server/platform/connections/ports/payouts.ts';
import { asInteger } from '../../providers/stripe/amounts.ts';
import { attempt } from '../../providers/stripe/attempt.ts';
import { addressOf, keyOf, stripeClient } from '../../providers/stripe/client.ts';
import { stripeHooks } from '../../providers/stripe/hooks.ts';
import { bankText } from '../../bank-files/bank-text.ts';
import { unpayableFor } from './amount.ts';
import { asPublished, bankAccountOf, unlikePublished } from './destination.ts';
import { createdBetween, mostListed, pageSize, whole } from './lists.ts';
import { probePayouts } from './probe.ts';
import { readPayout, stateOf } from './read-payout.ts';
import { payableOf } from './recipient.ts';
import {
  namedRecipient,
  outboundPayment,
  payoutMethod,
  published,
  transaction,
  type OutboundPayment,
  type Transaction,
} from './shapes.ts';

const settings = z.strictObject({
  financial_account: z.string().regex(/^fa_\w{1,100}$/),
  /** A server that stands in for Stripe, in a demo and in tests. */
  stand_in: z.string().nullish(),
});
type Settings = z.output<typeof settings>;

/** An order is sent within a day, or never; the clocks of both sides may differ by an hour. */
const orderedMs = { before: 3_600_000, after: 26 * 3_600_000 };
const longestDescriptor = 22;

/** Payouts of Stripe to the bank accounts of others (Global Payouts), from one financial account of the operator. */
export const stripePayoutsAdapter: Adapter<'payouts', typeof settings> = {
  name: 'stripe_payouts',
  port: 'payouts',
  settings,
  hosts: (given) => [addressOf(given).host],
  open: (connection, io) => new StripePayouts(connection, io),
};

class StripePayouts implements PayoutRail {
  readonly live: boolean;
  readonly method = 'bank_transfer';
  readonly hooks;
  readonly #connection: Connection<Settings>;
  readonly #io: Io;

  constructor(connection: Connection<Settings>, io: Io) {
    this.#connection = connection;
    this.#io = io;
    this.live = keyOf(connection).includes('_live_');
    this.hooks = stripeHooks(connection.secrets['webhook_secret'] ?? [], () => io.now());
  }

  get #account(): string {
    return this.#connection.settings.financial_account;
  }

  test() {
    return probePayouts(this.#client('test', null), {
      key: keyOf(this.#connection),
      signingSecrets: this.#connection.secrets['webhook_secret'] ?? [],
      account: this.#account,
      isLive: this.live,
      now: this.#io.now(),
    });
  }

  reaches(to: PayoutDestination, amount: Money): boolean {
    return bankAccountOf(to, amount.currency) !== null;
  }

  /** Only the last call makes a payout, and the same order with the same key is answered with the one that was made first. */
  async send({ ref, amount, to, payee, text }: NewPayout): Promise<Outcome<{ id: string }>> {
    const account = bankAccountOf(to, amount.currency);
    if (!account) return refused('destination', 'Stripe does not reach this account in this currency');
    const unpayable = unpayableFor(amount);
    if (unpayable !== null) return refused('amount', unpayable);
    if (payee.country !== to.country)
      return refused(
        'country',
        `the client lives in ${payee.country}: Stripe pays them at banks there, not in ${to.country}`,
      );
    const prepare = this.#client('prepare payout', ref).v2.moneyManagement;
    const rules = await attempt(
      () => prepare.payoutMethodsBankAccountSpecs.retrieve({ countries: [account.country] }),
      published,
    );
    if (rules.kind !== 'done') return rules;
    const wrong = unlikePublished(account, rules.value);
    if (wrong !== null) return refused('destination', wrong);
    const client = this.#client('prepare payout', ref);
    const payable = await payableOf(client, { to, payee }, asPublished(account, rules.value));
    if (payable.kind !== 'done') return payable;
    const { currency } = account;
    const order: Stripe.V2.MoneyManagement.OutboundPaymentCreateParams = {
      amount: { value: asInteger(amount.minor), currency },
      from: { financial_account: this.#account, currency },
      to: { recipient: payable.value.recipient, payout_method: payable.value.payoutMethod, currency },
      metadata: { ref },
      description: bankText(text, 140),
      statement_descriptor: descriptorOf(text),
      recipient_notification: { setting: 'none' },
    };
    const { outboundPayments } = this.#client('send payout', ref).v2.moneyManagement;
    const made = await attempt(() => outboundPayments.create(order, { idempotencyKey: ref }), outboundPayment);
    return mapDone(made, ({ id }) => ({ id }));
  }

  async lookUp({ ref, orderedAt, id }: OrderedPayout): Promise<Outcome<readonly RailPayout[]>> {
    const listed = await this.#listed({ ref, orderedAt, id });
    if (listed.kind !== 'done') return listed;
    const payouts: RailPayout[] = [];
    for (const each of listed.value) {
      const read = await this.#read(ref, each);
      if (read.kind !== 'done') return read;
      payouts.push(read.value);
    }
    return { kind: 'done', value: payouts };
  }

  /** All that bears our reference, the earliest first. Every payout of one order has the same recipient. */
  async #listed({ ref, orderedAt, id }: OrderedPayout): Promise<Outcome<OutboundPayment[]>> {
    const stripe = this.#client('look up payout', ref);
    const { outboundPayments } = stripe.v2.moneyManagement;
    let recipient: string | null = null;
    if (id !== null) {
      const known = await attempt(() => outboundPayments.retrieve(id), outboundPayment);
      if (known.kind !== 'done') return known;
      ({ recipient } = known.value.to);
    }
    const created = createdBetween(
      new Date(orderedAt.getTime() - orderedMs.before),
      new Date(orderedAt.getTime() + orderedMs.after),
    );
    const query = { created, limit: pageSize, ...(recipient !== null && { recipient }) };
    const list = await attempt(
      () => outboundPayments.list(query).autoPagingToArray({ limit: mostListed }),
      z.array(outboundPayment),
    );
    return mapDone(whole(list), (payments) =>
      payments
        .filter(
          ({ metadata, from, livemode }) =>
            metadata?.['ref'] === ref && from.financial_account === this.#account && livemode === this.live,
        )
        .toSorted((one, other) => one.created.localeCompare(other.created)),
    );
  }

  /** With who is paid, while anyone is, and for one that came back the entries of the operator's account. */
  async #read(ref: string, payment: OutboundPayment): Promise<Outcome<RailPayout>> {
    const now = this.#io.now();
    const state = stateOf(payment, now);
    const payee = state === 'failed' || state === 'returned' ? noPayee : await this.#payeeOf(ref, payment);
    if (payee.kind !== 'done') return payee;
    const entries = state === 'returned' ? await this.#entriesOf(ref, payment) : noEntries;
    return mapDone(entries, (read) => readPayout(payment, { payee: payee.value, entries: read, now }));
  }

  async #payeeOf(ref: string, { to }: OutboundPayment): Promise<Outcome<RailPayout['payee']>> {
    const stripe = this.#client('look up payee', ref);
    const { recipient, payout_method: method } = to;
    const who = await attempt(
      () => stripe.v2.core.accounts.retrieve(recipient, { include: ['identity'] }),
      namedRecipient,
    );
    if (who.kind !== 'done') return who;
    const { given_name: given, surname } = who.value.identity.individual;
    const where = await attempt(
      () => stripe.v2.moneyManagement.payoutMethods.retrieve(method ?? '', {}, { stripeContext: recipient }),
      payoutMethod,
    );
    return mapDone(where, ({ bank_account: { last4 } }) => ({
      holder: `${given} ${surname}`,
      account: null,
      ending: last4,
    }));
  }

  async #entriesOf(ref: string, { id }: OutboundPayment): Promise<Outcome<Transaction[]>> {
    const { transactions } = this.#client('look up return', ref).v2.moneyManagement;
    const query = { financial_account: this.#account, flow: id, limit: pageSize };
    const list = () => transactions.list(query).autoPagingToArray({ limit: mostListed });
    return whole(await attempt(list, z.array(transaction)));
  }

  #client(purpose: string, ref: string | null): Stripe {
    return stripeClient(this.#connection, this.#io, { purpose, ref });
  }
}

const noPayee: Outcome<RailPayout['payee']> = { kind: 'done', value: { holder: null, account: null } };
const noEntries: Outcome<Transaction[]> = { kind: 'done', value: [] };

/** What the client reads on their statement, which shows 22 characters: the number of the payment stays whole. */
function descriptorOf(text: string): string {
  const plain = bankText(text, 140).replaceAll("'", '');
  if (plain.length <= longestDescriptor) return plain;
  const number = plain.slice(plain.lastIndexOf(' ') + 1).slice(0, longestDescriptor);
  return `${plain.slice(0, Math.max(0, longestDescriptor - number.length - 1)).trim()} ${number}`.trim();
}
