import type { TransferState } from '#contract/trading/transfer-names.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { captureHold, hold, releaseHold } from '#server/ledger/hold.ts';
import { argumentsOf, post, type EntryContext } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { checkNotPaused } from '#server/platform/people/paused.ts';
import { notFound, Refusal, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { tradingPlatform } from './accounts.ts';
import type { BalanceChange, BalanceResult, TradingPlatform } from './platform.ts';
import { postAtOnce } from './transfers/post-at-once.ts';

export interface Input {
  /** `in` is to the trading account. */
  direction: 'in' | 'out';
  walletId: string;
  accountNumber: string;
  /**
   * In the currency that wallet and account share, which is known only then.
   * @throws Refusal of an amount that this currency does not have
   */
  amountIn: (currency: string) => bigint;
  /** The client's own name for this transfer: repeating it repeats the answer. */
  key: string;
}

/** A transfer as stored. */
export interface Transfer {
  id: string;
  clientId: string;
  walletId: string;
  accountNumber: bigint;
  direction: Input['direction'];
  currency: string;
  amountMinor: bigint;
  state: TransferState;
  holdId: string | null;
  createdAt: Date;
}

/** A transfer in columns; `t` is the transfer, `a` the account. */
export const transferColumns = sql`
  t.id, t.client_id as "clientId", t.wallet_id as "walletId", a.number as "accountNumber", t.direction,
  a.currency, t.amount as "amountMinor", t.state, t.hold_id as "holdId", t.created_at as "createdAt"`;

/**
 * Moves money between a wallet and a trading account of the same currency. An embedded platform does its part in the same
 * transaction. An external one is called between two of ours: on its way in, money is held first, then credited on the
 * platform under the transfer's id, then paid; on its way out the platform is debited first.
 * @throws Refusal `http.not_found`, those of `amountIn`, `http.idempotency_mismatch`, `trading.account_inactive`, `staff.dealing` of one
 * that goes in, `ledger.insufficient_funds`, `trading.mirrored`, `trading.loss_open`, `trading.free_margin`
 */
export async function transferMoney(app: App, me: Pick<Person, 'id'>, input: Input): Promise<Transfer> {
  const platform = tradingPlatform(app);
  if (platform.embedded) return app.db.tx((tx) => transferAtOnce(app, tx, platform, me.id, input));
  const transfer = await app.db.tx((tx) => start(app, tx, me.id, input));
  if (transfer.state !== 'pending') return unlessRejected(transfer);
  const result = await platform.changeBalance(null, changeOf(app, transfer)).catch((): BalanceResult => 'unknown');
  const follow = (as: BalanceResult) => app.db.tx((tx) => settle(app, tx, transfer, as));
  // The platform pays out a gain that the ledger does not have yet: it follows once the deals are booked.
  const isAhead = (error: unknown) => error instanceof Refusal && error.code === 'ledger.insufficient_funds';
  const settled = follow(result).catch((error: unknown) => {
    if (isAhead(error)) return follow('unknown');
    throw error;
  });
  return unlessRejected(await settled);
}

/** Without a hold: the platform's part and the posting are committed together. */
async function transferAtOnce(
  app: App,
  tx: Tx,
  platform: TradingPlatform,
  clientId: string,
  input: Input,
): Promise<Transfer> {
  const begun = await begin(app, tx, clientId, input);
  if (!begun.isNew) return unlessRejected(begun.earlier);
  const transfer: Transfer = { ...begun.transfer, state: 'completed' };
  const { walletId, accountNumber, direction, amountMinor } = transfer;
  const prevented = direction === 'out' ? await platform.accountHold(tx, clientId) : null;
  if (prevented) throw refuse(`trading.${prevented}`);
  const change = changeOf(app, transfer);
  const credit = direction === 'in' ? platform.creditStatement?.(change) : undefined;
  if (!credit && (await platform.changeBalance(tx, change)) !== 'done') throw refuse('trading.free_margin');
  const toAccount = direction === 'in' ? amountMinor : -amountMinor;
  const posting = argumentsOf(actionOf(app, transfer, 'post'), [
    { account: walletAccounts(clientId, walletId).available, amountMinor: -toAccount },
    { account: tradingCode(clientId, String(accountNumber)), amountMinor: toAccount },
  ]);
  await postAtOnce(tx, { transfer, accountId: begun.accountId, key: input.key, posting, credit });
  await notify(app, tx, transfer);
  return transfer;
}

async function notify({ realtime }: App, tx: Tx, { clientId, walletId, accountNumber }: Transfer): Promise<void> {
  await realtime.notify(tx, clientId, 'wallet.changed', { wallet_id: walletId });
  await realtime.notify(tx, clientId, 'account.changed', { trading_account_id: String(accountNumber) });
}

function unlessRejected(transfer: Transfer): Transfer {
  if (transfer.state === 'rejected') throw refuse('trading.free_margin');
  return transfer;
}

/** The balance change for the platform, under an id that it books once. */
export function changeOf({ clock }: App, { id, accountNumber, direction, amountMinor }: Transfer): BalanceChange {
  const signed = direction === 'in' ? amountMinor : -amountMinor;
  return { account: accountNumber, amountMinor: signed, externalId: `transfer:${id}`, at: clock.now() };
}

type Begun =
  | { isNew: true; accountId: string; transfer: Transfer & { state: 'pending' } }
  | { isNew: false; earlier: Transfer };

/** Locks the client, whose transfers cross in both directions, and checks whether there may be a transfer. */
async function begin(app: App, tx: Tx, clientId: string, input: Input): Promise<Begun> {
  const { direction, walletId, accountNumber, key } = input;
  const at = app.clock.now();
  const { currency, accountId, earlierId, isOpen, isPermitted, hasHits } = await tx.one<{
    currency: string | null;
    accountId: string | null;
    earlierId: string | null;
    isOpen: boolean;
    isPermitted: boolean;
    hasHits: boolean;
  }>(sql`
    select currency, account_id as "accountId", earlier_id as "earlierId", is_open as "isOpen", is_permitted as "isPermitted", has_hits as "hasHits"
    from trading_begin_transfer(${clientId}, ${walletId}, ${accountNumber}::bigint, ${direction}, ${key}, ${at})`);
  if (currency === null) throw notFound();
  const amountMinor = input.amountIn(currency);
  if (accountId === null) throw notFound();
  if (earlierId !== null)
    return { isNew: false, earlier: sameAs({ ...input, amountMinor }, await readTransfer(tx, earlierId)) };
  if (!isOpen) throw refuse('trading.account_inactive');
  if (!isPermitted) throw refuse('staff.dealing');
  if (hasHits) await checkNotPaused(app, tx, clientId);
  const fixed = { id: newId(), clientId, walletId, direction, currency, amountMinor, holdId: null, createdAt: at };
  return { isNew: true, accountId, transfer: { ...fixed, accountNumber: BigInt(accountNumber), state: 'pending' } };
}

const readTransfer = (tx: Tx, id: string) =>
  tx.one<Transfer>(sql`
    select ${transferColumns} from trading_transfer t join trading_account a on a.id = t.account_id where t.id = ${id}`);

/** Stores the transfer, and holds the money that goes in. */
async function start(app: App, tx: Tx, clientId: string, input: Input): Promise<Transfer> {
  const begun = await begin(app, tx, clientId, input);
  if (!begun.isNew) return begun.earlier;
  const { accountId, transfer } = begun;
  const { id, walletId, direction, amountMinor, createdAt } = transfer;
  const held =
    direction === 'in'
      ? await hold(tx, actionOf(app, transfer, 'hold'), {
          wallet: walletAccounts(clientId, walletId),
          amountMinor,
          purpose: 'transfer_to_trading',
        })
      : null;
  const holdId = held?.id ?? null;
  await tx.run(sql`
    insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, hold_id, idempotency_key, created_at)
    values (${id}, ${clientId}, ${walletId}, ${accountId}, ${direction}, ${amountMinor}, 'pending', ${holdId}, ${input.key}, ${createdAt})`);
  return { ...transfer, holdId };
}

function sameAs(
  { direction, walletId, accountNumber, amountMinor }: Input & Pick<Transfer, 'amountMinor'>,
  earlier: Transfer,
): Transfer {
  const same =
    earlier.direction === direction &&
    earlier.walletId === walletId &&
    earlier.accountNumber === BigInt(accountNumber) &&
    earlier.amountMinor === amountMinor;
  if (!same) throw refuse('http.idempotency_mismatch');
  return earlier;
}

/** Settles a transfer by the platform's result; without one the transfer stays pending, and the money with it. */
async function settle(app: App, tx: Tx, transfer: Transfer, result: BalanceResult): Promise<Transfer> {
  const state = ({ done: 'completed', refused: 'rejected', unknown: 'needs_reconciliation' } as const)[result];
  const { id, clientId, walletId, accountNumber, direction, amountMinor, holdId } = transfer;
  const settledAt = state === 'needs_reconciliation' ? null : app.clock.now();
  const mine = await tx.run(sql`
    update trading_transfer set state = ${state}, settled_at = ${settledAt} where id = ${id} and settled_at is null`);
  if (mine === 0) return { ...transfer, ...(await stateOf(tx, id)) };
  const trading = tradingCode(clientId, String(accountNumber));
  if (state === 'completed' && holdId !== null)
    await captureHold(tx, holdId, actionOf(app, transfer, 'capture'), [{ account: trading, amountMinor }]);
  if (state === 'completed' && direction === 'out')
    await post(tx, actionOf(app, transfer, 'post'), [
      { account: trading, amountMinor: -amountMinor },
      { account: walletAccounts(clientId, walletId).available, amountMinor },
    ]);
  if (state === 'rejected' && holdId !== null) await releaseHold(tx, holdId, actionOf(app, transfer, 'release'));
  await notify(app, tx, transfer);
  return { ...transfer, state };
}

/** Settles a transfer whose client got no result, and notifies the client. */
export async function settleLate(app: App, tx: Tx, transfer: Transfer, result: BalanceResult): Promise<void> {
  const { id, clientId } = transfer;
  const isOpen = await tx.maybeOne(sql`
    select from trading_transfer where id = ${id} and settled_at is null for update`);
  if (!isOpen) return;
  const { state } = await settle(app, tx, transfer, result);
  if (state !== 'needs_reconciliation')
    await app.outbox.emit(tx, 'trading.transfer_settled', { clientId, transferId: id });
}

const stateOf = (tx: Tx, id: string) =>
  tx.one<Pick<Transfer, 'state'>>(sql`select state from trading_transfer where id = ${id}`);

type Part = Pick<Transfer, 'id' | 'clientId' | 'direction' | 'accountNumber'>;

function actionOf({ clock }: App, { id, clientId, direction, accountNumber }: Part, step: string): EntryContext {
  return {
    scope: `client:${clientId}`,
    key: `transfer:${step}:${id}`,
    kind: direction === 'in' ? 'transfer_to_trading' : 'transfer_from_trading',
    reference: { type: 'trading_account', id: String(accountNumber) },
    actorId: clientId,
    at: clock.now(),
  };
}
