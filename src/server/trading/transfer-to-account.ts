import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import type { Act, Posted } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { tradingPlatform } from './accounts.ts';

interface Transfer {
  walletId: string;
  accountNumber: string;
  /** In the currency that wallet and account share. */
  amountMinor: bigint;
  /** The client's own name for this transfer: repeating it repeats the answer. */
  key: string;
}

/**
 * Moves money from a wallet to a trading account of the same currency: set aside, credited on the platform under the
 * hold's id, then paid.
 * @throws Refusal `http.not_found`, `ledger.insufficient_funds`, `http.idempotency_mismatch`
 */
export async function transferToAccount(app: App, me: Pick<Client, 'id'>, transfer: Transfer): Promise<Posted> {
  const { walletId, accountNumber, amountMinor, key } = transfer;
  const at = app.clock.now();
  const reference = { type: 'trading_account', id: accountNumber };
  const act = (step: string): Act => ({
    scope: `client:${me.id}`,
    key: `transfer:${step}:${key}`,
    kind: 'transfer_to_trading',
    reference,
    actorId: me.id,
    at,
  });
  return app.db.tx(async (tx) => {
    await checkOwner(tx, me.id, transfer);
    const wallet = walletAccounts(me.id, walletId);
    const held = await hold(tx, act('hold'), { wallet, amountMinor, purpose: 'transfer_to_trading' });
    const change = { account: BigInt(accountNumber), amountMinor, externalId: `transfer:${held.id}`, at };
    await tradingPlatform(app).changeBalance(tx, change);
    return captureHold(tx, held.id, act('capture'), [{ account: tradingCode(me.id, accountNumber), amountMinor }]);
  });
}

async function checkOwner(tx: Tx, clientId: string, { walletId, accountNumber }: Transfer): Promise<void> {
  const mine = await tx.maybeOne(sql`
    select from wallet w join trading_account t on t.client_id = w.client_id and t.currency = w.currency
    where w.id = ${walletId} and w.client_id = ${clientId} and t.number = ${accountNumber}::bigint and t.status = 'active'`);
  if (!mine) throw notFound();
}
