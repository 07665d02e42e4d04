import type { TransferState } from '#contract/trading/transfer-names.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { captureHold, hold, releaseHold } from '#server/ledger/hold.ts';
import { post, type EntryContext } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { checkMayDeal } from '#server/platform/people/staff-dealing.ts';
import { tradingPlatform } from './accounts.ts';
import type { BalanceChange, BalanceResult } from './platform.ts';

export interface Input {
  /** `in` is to the trading account. */
  direction: 'in' | 'out';
  walletId: string;
  accountNumber: string;
  /** In the currency that wallet and account share. */
  amountMinor: bigint;
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
  amountMinor: bigint;
  state: TransferState;
  holdId: string | null;
  createdAt: Date;
}

/** A transfer in columns; `t` is the transfer, `a` the account. */
export const transferColumns = sql`
  t.id, t.client_id as "clientId", t.wallet_id as "walletId", a.number as "accountNumber", t.direction,
  t.amount as "amountMinor", t.state, t.hold_id as "holdId", t.created_at as "createdAt"`;

/**
 * Moves money between a wallet and a trading account of the same currency. On its way in it is held first, then
 * credited on the platform under the transfer's id, then paid; on its way out the platform is debited first. An
 * embedded platform does its part in the same transaction; an external one is called between two of ours.
 * @throws Refusal `http.not_found`, `http.idempotency_mismatch`, `trading.account_inactive`, `staff.dealing` of one
 * that goes in, `ledger.insufficient_funds`, `trading.mirrored`, `trading.loss_open`, `trading.free_margin`
 */
export async function transferMoney(app: App, me: Pick<Person, 'id'>, input: Input): Promise<Transfer> {
  const platform = tradingPlatform(app);
  if (platform.embedded) {
    return app.db.tx(async (tx) => {
      const transfer = await start(app, tx, me.id, input);
      if (transfer.state !== 'pending') return unlessRejected(transfer);
      const held = input.direction === 'out' ? await platform.accountHold(tx, me.id) : null;
      if (held) throw refuse(`trading.${held}`);
      const result = await platform.changeBalance(tx, changeOf(app, transfer));
      if (result !== 'done') throw refuse('trading.free_margin');
      return settle(app, tx, transfer, result);
    });
  }
  const transfer = await app.db.tx((tx) => start(app, tx, me.id, input));
  if (transfer.state !== 'pending') return unlessRejected(transfer);
  const result = await platform.changeBalance(null, changeOf(app, transfer)).catch((): BalanceResult => 'unknown');
  return unlessRejected(await app.db.tx((tx) => settle(app, tx, transfer, result)));
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

/**
 * Stores the transfer, and holds the money that goes in. Locks the client's row first, because the client's transfers
 * cross in both directions.
 */
async function start(app: App, tx: Tx, clientId: string, input: Input): Promise<Transfer> {
  const { direction, walletId, accountNumber, amountMinor, key } = input;
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
  const accountIds = await tx.maybeOne<{ accountId: string; open: boolean }>(sql`
    select t.id as "accountId", t.status = 'active' or (t.status = 'read_only' and ${direction} = 'out') as open from wallet w
    join trading_account t on t.client_id = w.client_id and t.currency = w.currency
    where w.id = ${walletId} and w.client_id = ${clientId} and t.number = ${accountNumber}::bigint`);
  if (!accountIds) throw notFound();
  const earlier = await tx.maybeOne<Transfer>(sql`
    select ${transferColumns} from trading_transfer t join trading_account a on a.id = t.account_id
    where t.client_id = ${clientId} and t.idempotency_key = ${key}`);
  if (earlier) return sameAs(input, earlier);
  if (!accountIds.open) throw refuse('trading.account_inactive');
  const id = newId();
  const at = app.clock.now();
  if (direction === 'in') await checkMayDeal(tx, { clientId, scope: 'accounts', at });
  const held =
    direction === 'in'
      ? await hold(tx, actionOf(app, { id, clientId, direction, accountNumber: BigInt(accountNumber) }, 'hold'), {
          wallet: walletAccounts(clientId, walletId),
          amountMinor,
          purpose: 'transfer_to_trading',
        })
      : null;
  await tx.run(sql`
    insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, hold_id, idempotency_key, created_at)
    values (${id}, ${clientId}, ${walletId}, ${accountIds.accountId}, ${direction}, ${amountMinor}, 'pending', ${held?.id ?? null}, ${key}, ${at})`);
  const holdId = held?.id ?? null;
  const fixed = { id, clientId, walletId, direction, amountMinor, holdId, createdAt: at };
  return { ...fixed, accountNumber: BigInt(accountNumber), state: 'pending' };
}

function sameAs({ direction, walletId, accountNumber, amountMinor }: Input, earlier: Transfer): Transfer {
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
  await app.realtime.notify(tx, clientId, 'wallet.changed', { wallet_id: walletId });
  await app.realtime.notify(tx, clientId, 'account.changed', { trading_account_id: String(accountNumber) });
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
