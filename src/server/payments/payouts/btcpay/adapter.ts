import type { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingCall } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, refused, type Money, type Outcome } from '#server/platform/connections/outcome.ts';
import type {
  NewPayout,
  OrderedPayout,
  PayoutDestination,
  PayoutRail,
  RailPayout,
} from '#server/platform/connections/ports/payouts.ts';
import { fromBtcpay, toBtcpay } from '../../providers/btcpay/amounts.ts';
import { attempt } from '../../providers/btcpay/attempt.ts';
import { btcpayCall, btcpaySettings, type BtcpaySettings } from '../../providers/btcpay/call.ts';
import { btcpayHooks } from '../../providers/btcpay/hooks.ts';
import { probeBtcpay } from '../../providers/btcpay/probe.ts';
import { readAddress } from '../../destinations/crypto-address.ts';
import { readPayout } from './read-payout.ts';
import { payout, payouts, pullPayment, pullPayments, type Payout } from './shapes.ts';

/** Coins on the chain: an invoice of Lightning ends within hours, so none can be a saved destination. */
const payoutMethodId = 'BTC-CHAIN';

/** Refusals that pass: another payout to the address is open, this one exists already, or there is no rate just now. */
const passing: ReadonlySet<string> = new Set([
  'duplicate-destination',
  'overdraft',
  'rate-unavailable',
  'old-revision',
  'invalid-state',
]);

/** Bitcoin from the wallet of a store of BTCPay Server. */
export const btcpayPayoutsAdapter: Adapter<'payouts', typeof btcpaySettings> = {
  name: 'btcpay_payouts',
  port: 'payouts',
  settings: btcpaySettings,
  hosts: () => [],
  open: (connection, io) => new BtcpayPayouts(connection, io),
};

const several = {
  kind: 'refused',
  code: 'several',
  text: 'BTCPay has several pull payments of this name',
  again: 'later',
} as const;

interface Found {
  pullIds: string[];
  payouts: Payout[];
}

/**
 * BTCPay has no key for repetitions. Our reference is the name of a pull payment of exactly the amount, of which one payout
 * takes all: a second one is refused by BTCPay itself, even if a lost call arrives late.
 */
class BtcpayPayouts implements PayoutRail {
  readonly live: boolean;
  readonly method = 'crypto';
  readonly hooks;
  readonly #connection: Connection<BtcpaySettings>;
  readonly #io: Io;

  constructor(connection: Connection<BtcpaySettings>, io: Io) {
    const { test_network: isTest, store_id: storeId } = connection.settings;
    this.#connection = connection;
    this.#io = io;
    this.live = !isTest;
    this.hooks = btcpayHooks(connection.secrets['webhook_secret'] ?? [], storeId, 'payout');
  }

  test() {
    const { store_id: storeId } = this.#connection.settings;
    const call = (path: string) => btcpayCall(this.#connection, 'GET', path, { purpose: 'test' });
    return probeBtcpay(this.#io, storeId, call, {
      needed: ['canmanagepullpayments', 'canviewstoresettings'],
      read: ['read pull payments of the store', `/stores/${storeId}/pull-payments`, pullPayments],
      method: payoutMethodId,
    });
  }

  reaches({ scheme, account }: PayoutDestination, amount: Money): boolean {
    return scheme === 'crypto' && toBtcpay(amount) !== null && this.#isOfNetwork(account);
  }

  /** Goes on where an earlier attempt stopped. Nothing is approved before it was read that it pays this, there. */
  async send({ ref, amount, to }: NewPayout): Promise<Outcome<{ id: string }>> {
    const asked = toBtcpay(amount);
    if (asked === null || !this.#isOfNetwork(to.account))
      return refused('destination', 'BTCPay does not pay this address in this currency');
    const found = await this.#find(ref);
    if (found.kind !== 'done') return found;
    const [existing] = found.value.payouts;
    const made = existing
      ? ({ kind: 'done', value: existing } as const)
      : await this.#create(ref, { asked, currency: amount.currency, to }, found.value.pullIds);
    if (made.kind !== 'done') return made;
    const { id, destination, state } = made.value;
    if (destination !== to.account || !isSame(made.value, amount))
      return { ...refused('differs', 'what BTCPay has of it is another amount or address'), again: 'later' };
    return state === 'AwaitingApproval' ? this.#approve(ref, made.value) : { kind: 'done', value: { id } };
  }

  async lookUp({ ref, id }: OrderedPayout): Promise<Outcome<readonly RailPayout[]>> {
    const found = await this.#find(ref);
    if (found.kind !== 'done') return found;
    const all = found.value.payouts;
    if (id !== null && !all.some((each) => each.id === id)) {
      const own = await this.#attempt(
        'GET',
        `/payouts/${encodeURIComponent(id)}`,
        { purpose: 'look up payout', ref },
        payout,
      );
      if (own.kind !== 'done') return own;
      all.unshift(own.value);
    }
    // Only by its id it is found afterwards, so not before that is stored.
    if (id !== null) await this.#putAway(ref, all);
    return { kind: 'done', value: all.map(readPayout) };
  }

  /** What bears our reference in pull payments that are not put away, the earliest first. */
  async #find(ref: string): Promise<Outcome<Found>> {
    const listed = await this.#attempt(
      'GET',
      this.#path('/pull-payments'),
      { purpose: 'find payout', ref },
      pullPayments,
    );
    if (listed.kind !== 'done') return listed;
    const pullIds = listed.value.filter(({ name }) => name === ref).map(({ id }) => id);
    const all: Payout[] = [];
    for (const pullId of pullIds) {
      const read = await this.#payoutsOf(ref, pullId);
      if (read.kind !== 'done') return read;
      all.push(...read.value);
    }
    return { kind: 'done', value: { pullIds, payouts: all.toSorted((one, other) => one.date - other.date) } };
  }

  /** In the one pull payment of the name, which is made if there is none. */
  async #create(
    ref: string,
    { asked, currency, to }: { asked: string; currency: string; to: PayoutDestination },
    begun: readonly string[],
  ): Promise<Outcome<Payout>> {
    const [only, ...others] = begun;
    if (others.length > 0) return several;
    const pull =
      only === undefined ? await this.#prepare(ref, asked, currency) : ({ kind: 'done', value: { id: only } } as const);
    if (pull.kind !== 'done') return pull;
    const order = {
      destination: to.account,
      amount: asked,
      payoutMethodId,
      pullPaymentId: pull.value.id,
      approved: false,
      metadata: { ref },
    };
    const made = await this.#attempt('POST', this.#path('/payouts'), { purpose: 'send payout', ref }, payout, order);
    if (made.kind !== 'refused' || made.again !== 'never') return made;
    const read = await this.#payoutsOf(ref, pull.value.id);
    if (read.kind !== 'done' || read.value.length > 0) return { ...made, again: 'later' };
    await this.#archive(ref, pull.value.id);
    return made;
  }

  /**
   * Makes the pull payment. An attempt that was held up may make another one at the same time: then it, or both, give up their own
   * before anything is paid.
   */
  async #prepare(ref: string, amount: string, currency: string): Promise<Outcome<{ id: string }>> {
    const budget = { name: ref, amount, currency, payoutMethods: [payoutMethodId], autoApproveClaims: false };
    const about = { purpose: 'prepare payout', ref };
    const made = await this.#attempt('POST', this.#path('/pull-payments'), about, pullPayment, budget);
    if (made.kind !== 'done') return made;
    const found = await this.#find(ref);
    if (found.kind !== 'done') return found;
    if (found.value.pullIds.every((id) => id === made.value.id)) return made;
    await this.#archive(ref, made.value.id);
    return several;
  }

  #payoutsOf(ref: string, pullId: string): Promise<Outcome<Payout[]>> {
    const path = `/pull-payments/${encodeURIComponent(pullId)}/payouts?includeCancelled=true`;
    return this.#attempt('GET', path, { purpose: 'look up payout', ref }, payouts);
  }

  /** Fixes the rate, and lets the store pay. A payout that can never be approved is cancelled. */
  async #approve(ref: string, { id, revision }: Payout): Promise<Outcome<{ id: string }>> {
    const path = `/payouts/${encodeURIComponent(id)}`;
    const approved = await this.#attempt('POST', path, { purpose: 'approve payout', ref }, payout, { revision });
    if (approved.kind === 'refused' && approved.again === 'never')
      await this.#io.http(btcpayCall(this.#connection, 'DELETE', path, { purpose: 'cancel payout', ref }));
    return mapDone(approved, () => ({ id }));
  }

  /** Nothing more can be claimed of what has ended, and the next look-up need not read it. */
  async #putAway(ref: string, all: readonly Payout[]): Promise<void> {
    const open = new Set(all.filter(isOpen).map(({ pullPaymentId }) => pullPaymentId));
    const ended = new Set(all.flatMap(({ pullPaymentId }) => pullPaymentId ?? []));
    for (const pullId of ended) if (!open.has(pullId)) await this.#archive(ref, pullId);
  }

  async #archive(ref: string, pullId: string): Promise<void> {
    const path = `/pull-payments/${encodeURIComponent(pullId)}`;
    await this.#io.http(btcpayCall(this.#connection, 'DELETE', path, { purpose: 'put away payout', ref }));
  }

  #isOfNetwork(address: string): boolean {
    return readAddress(address, this.live ? 'main' : 'test') === address;
  }

  #path(rest: string): string {
    return `/stores/${this.#connection.settings.store_id}${rest}`;
  }

  async #attempt<T>(
    method: OutgoingCall['method'],
    path: string,
    about: { purpose: string; ref: string },
    shape: z.ZodType<T>,
    body?: object,
  ): Promise<Outcome<T>> {
    const outcome = await attempt(this.#io, btcpayCall(this.#connection, method, path, about, body), shape);
    return outcome.kind === 'refused' && passing.has(outcome.code) ? { ...outcome, again: 'later' } : outcome;
  }
}

const isOpen = ({ state }: Payout): boolean => state !== 'Completed' && state !== 'Cancelled';

function isSame({ originalAmount, originalCurrency }: Payout, { minor, currency }: Money): boolean {
  const amount = fromBtcpay(originalAmount, originalCurrency);
  return amount !== null && amount.minor === minor && amount.currency === currency;
}
