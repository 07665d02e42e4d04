import { z } from 'zod';
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
import { bankText } from '../../bank-files/bank-text.ts';
import { toAdyen } from '../../providers/adyen/amounts.ts';
import { attempt } from '../../providers/adyen/attempt.ts';
import { adyenCall } from '../../providers/adyen/call.ts';
import { hmacKeyStep } from '../../providers/adyen/probe.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { counterpartyOf } from './destination.ts';
import { transferHooks } from './hooks.ts';
import { readTransfer } from './read-transfer.ts';
import { newTransfer, transfers } from './shapes.ts';

const settings = z.strictObject({
  balance_account: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
  environment: z.enum(['test', 'live']),
  /** A server that stands in for Adyen, in a demo and in tests. */
  stand_in: z.string().nullish(),
});
type Settings = z.output<typeof settings>;

const addressOf = ({ stand_in: standIn, environment }: Settings): URL =>
  standIn ? new URL('/btl/v4', standIn) : new URL(`https://balanceplatform-api-${environment}.adyen.com/btl/v4`);

/** The longest stretch of time that Adyen lists at once is six months. */
const longestMs = 180 * 86_400_000;
const hourMs = 3_600_000;

/** Transfers of Adyen's balance platform, from one balance account of the operator. */
export const adyenTransfersAdapter: Adapter<'payouts', typeof settings> = {
  name: 'adyen_transfers',
  port: 'payouts',
  settings,
  hosts: (given) => [addressOf(given).host],
  open: (connection, io) => new AdyenTransfers(connection, io),
};

class AdyenTransfers implements PayoutRail {
  readonly live: boolean;
  readonly method = 'bank_transfer';
  /** TransferService-v4: neither `PartyIdentification` nor `BRLocalAccountIdentification` has a field for them. */
  readonly leavesOut = ['tax_id', 'holder_kana'];
  readonly hooks;
  readonly #connection: Connection<Settings>;
  readonly #io: Io;

  constructor(connection: Connection<Settings>, io: Io) {
    this.#connection = connection;
    this.#io = io;
    this.live = connection.settings.environment === 'live';
    this.hooks = transferHooks(connection.secrets['hmac_key'] ?? []);
  }

  get #account(): string {
    return this.#connection.settings.balance_account;
  }

  test() {
    const now = this.#io.now();
    const call = this.#list({ limit: '1' }, { purpose: 'test', since: new Date(now.getTime() - hourMs), until: now });
    return probe([
      hmacKeyStep(this.#connection.secrets['hmac_key'] ?? []),
      ['read transfers', async () => mapDone(await attempt(this.#io, call, transfers), () => this.#account)],
    ]);
  }

  reaches(to: PayoutDestination, amount: Money): boolean {
    return toAdyen(amount) !== null && counterpartyOf(to, amount.currency) !== null;
  }

  /** The same order with the same key is answered with the transfer that was made first. */
  async send({ ref, amount, to, text }: NewPayout): Promise<Outcome<{ id: string }>> {
    const asked = toAdyen(amount);
    const party = counterpartyOf(to, amount.currency);
    if (!asked || !party) return refused('destination', 'Adyen does not reach this account in this currency');
    const { priority, ...counterparty } = party;
    const order = {
      amount: asked,
      balanceAccountId: this.#account,
      category: 'bank',
      counterparty,
      priority,
      reference: ref,
      referenceForBeneficiary: ref,
      description: bankText(text, 140),
    };
    const call = this.#call('POST', '/transfers', { purpose: 'send payout', ref, key: ref }, order);
    return mapDone(await attempt(this.#io, call, newTransfer), ({ id }) => ({ id }));
  }

  async lookUp({ ref, orderedAt }: OrderedPayout): Promise<Outcome<readonly RailPayout[]>> {
    const since = new Date(orderedAt.getTime() - hourMs);
    const until = new Date(Math.min(this.#io.now().getTime() + hourMs, since.getTime() + longestMs));
    const query = { reference: ref, category: 'bank', sortOrder: 'asc', limit: '100' };
    const call = this.#list(query, { purpose: 'look up payout', ref, since, until });
    return mapDone(await attempt(this.#io, call, transfers), ({ data }) =>
      data
        .filter(
          ({ reference, balanceAccount, direction }) =>
            reference === ref && balanceAccount?.id === this.#account && direction !== 'incoming',
        )
        .map(readTransfer),
    );
  }

  #list(
    query: Record<string, string>,
    about: { purpose: string; ref?: string; since: Date; until: Date },
  ): OutgoingCall {
    const { since, until, ...of } = about;
    const range = { createdSince: since.toISOString(), createdUntil: until.toISOString() };
    const search = new URLSearchParams({ balanceAccountId: this.#account, ...query, ...range });
    return this.#call('GET', `/transfers?${search.toString()}`, of);
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
