import type { TransferState } from '#contract/transfer-names.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { captureHold, hold, releaseHold } from '#server/ledger/hold.ts';
import { post, type Act } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { checkMayDeal } from '#server/platform/staff-dealing.ts';
import { tradingPlatform } from './accounts.ts';
import type { BalanceChange, BalanceResult } from './platform.ts';

export interface Wish {
  /** `in` is to the trading account. */
  direction: 'in' | 'out';
  walletId: string;
  accountNumber: string;
  /** In the currency that wallet and account share. */
  amountMinor: bigint;
  /** The client's own name for this transfer: repeating it repeats the answer. */
  key: string;
}

/** A transfer as it stands. */
export interface Transfer {
  id: string;
  clientId: string;
  walletId: string;
  accountNumber: bigint;
  direction: Wish['direction'];
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
 * Moves money between a wallet and a trading account of the same currency. On its way in it is set aside first, then
 * credited on the platform under the transfer's id, then paid; on its way out the platform is debited first. An embedded
 * platform does its part in the same transaction; one elsewhere is asked between two of ours.
 * @throws Refusal `http.not_found`, `http.idempotency_mismatch`, `trading.account_inactive`, `staff.dealing` of one that goes in,
 * `ledger.insufficient_funds`, `trading.mirrored`, `trading.loss_open`, `trading.free_margin`
 */
export async function transferMoney(app: App, me: Pick<Client, 'id'>, wish: Wish): Promise<Transfer> {
  const platform = tradingPlatform(app);
  if (platform.embedded) {
    return app.db.tx(async (tx) => {
      const transfer = await begin(app, tx, me.id, wish);
      if (transfer.state !== 'begun') return unlessRejected(transfer);
      const held = wish.direction === 'out' ? await platform.accountHold(tx, me.id) : null;
      if (held) throw refuse(`trading.${held}`);
      const result = await platform.changeBalance(tx, changeOf(app, transfer));
      if (result !== 'done') throw refuse('trading.free_margin');
      return settle(app, tx, transfer, result);
    });
  }
  const transfer = await app.db.tx((tx) => begin(app, tx, me.id, wish));
  if (transfer.state !== 'begun') return unlessRejected(transfer);
  const result = await platform.changeBalance(null, changeOf(app, transfer)).catch((): BalanceResult => 'unknown');
  return unlessRejected(await app.db.tx((tx) => settle(app, tx, transfer, result)));
}

function unlessRejected(transfer: Transfer): Transfer {
  if (transfer.state === 'rejected') throw refuse('trading.free_margin');
  return transfer;
}

/** What the platform is asked to book, under a name of which it books one. */
export function changeOf({ clock }: App, { id, accountNumber, direction, amountMinor }: Transfer): BalanceChange {
  const signed = direction === 'in' ? amountMinor : -amountMinor;
  return { account: accountNumber, amountMinor: signed, externalId: `transfer:${id}`, at: clock.now() };
}

/** Writes the transfer down, and sets aside what goes in. The client's row first: his transfers cross in both directions. */
async function begin(app: App, tx: Tx, clientId: string, wish: Wish): Promise<Transfer> {
  const { direction, walletId, accountNumber, amountMinor, key } = wish;
  await tx.run(sql`select from client where id = ${clientId} for no key update`);
  const places = await tx.maybeOne<{ accountId: string; open: boolean }>(sql`
    select t.id as "accountId", t.status = 'active' or (t.status = 'read_only' and ${direction} = 'out') as open from wallet w
    join trading_account t on t.client_id = w.client_id and t.currency = w.currency
    where w.id = ${walletId} and w.client_id = ${clientId} and t.number = ${accountNumber}::bigint`);
  if (!places) throw notFound();
  const earlier = await tx.maybeOne<Transfer>(sql`
    select ${transferColumns} from trading_transfer t join trading_account a on a.id = t.account_id
    where t.client_id = ${clientId} and t.request_key = ${key}`);
  if (earlier) return sameAs(wish, earlier);
  if (!places.open) throw refuse('trading.account_inactive');
  const id = newId();
  const at = app.clock.now();
  if (direction === 'in') await checkMayDeal(tx, { clientId, scope: 'accounts', at });
  const held =
    direction === 'in'
      ? await hold(tx, actOf(app, { id, clientId, direction, accountNumber: BigInt(accountNumber) }, 'hold'), {
          wallet: walletAccounts(clientId, walletId),
          amountMinor,
          purpose: 'transfer_to_trading',
        })
      : null;
  await tx.run(sql`
    insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, hold_id, request_key, created_at)
    values (${id}, ${clientId}, ${walletId}, ${places.accountId}, ${direction}, ${amountMinor}, 'begun', ${held?.id ?? null}, ${key}, ${at})`);
  const holdId = held?.id ?? null;
  const fixed = { id, clientId, walletId, direction, amountMinor, holdId, createdAt: at };
  return { ...fixed, accountNumber: BigInt(accountNumber), state: 'begun' };
}

function sameAs({ direction, walletId, accountNumber, amountMinor }: Wish, earlier: Transfer): Transfer {
  const same =
    earlier.direction === direction &&
    earlier.walletId === walletId &&
    earlier.accountNumber === BigInt(accountNumber) &&
    earlier.amountMinor === amountMinor;
  if (!same) throw refuse('http.idempotency_mismatch');
  return earlier;
}

/** Ends a transfer by what the platform said; without its word the transfer waits for it, and the money with it. */
async function settle(app: App, tx: Tx, transfer: Transfer, result: BalanceResult): Promise<Transfer> {
  const state = ({ done: 'completed', refused: 'rejected', unknown: 'needs_reconciliation' } as const)[result];
  const { id, clientId, walletId, accountNumber, direction, amountMinor, holdId } = transfer;
  const settledAt = state === 'needs_reconciliation' ? null : app.clock.now();
  const mine = await tx.run(sql`
    update trading_transfer set state = ${state}, settled_at = ${settledAt} where id = ${id} and settled_at is null`);
  if (mine === 0) return { ...transfer, ...(await stateOf(tx, id)) };
  const trading = tradingCode(clientId, String(accountNumber));
  if (state === 'completed' && holdId !== null)
    await captureHold(tx, holdId, actOf(app, transfer, 'capture'), [{ account: trading, amountMinor }]);
  if (state === 'completed' && direction === 'out')
    await post(tx, actOf(app, transfer, 'post'), [
      { account: trading, amountMinor: -amountMinor },
      { account: walletAccounts(clientId, walletId).available, amountMinor },
    ]);
  if (state === 'rejected' && holdId !== null) await releaseHold(tx, holdId, actOf(app, transfer, 'release'));
  await app.realtime.notify(tx, clientId, 'wallet.changed', { wallet_id: walletId });
  await app.realtime.notify(tx, clientId, 'account.changed', { trading_account_id: String(accountNumber) });
  return { ...transfer, state };
}

/** Ends a transfer to which its client had no answer, and tells him how it ended. */
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

function actOf({ clock }: App, { id, clientId, direction, accountNumber }: Part, step: string): Act {
  return {
    scope: `client:${clientId}`,
    key: `transfer:${step}:${id}`,
    kind: direction === 'in' ? 'transfer_to_trading' : 'transfer_from_trading',
    reference: { type: 'trading_account', id: String(accountNumber) },
    actorId: clientId,
    at: clock.now(),
  };
}
