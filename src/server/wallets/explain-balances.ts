import { toDecimal } from '#contract/kernel/money.ts';
import type { depositStates } from '#contract/payments/names.ts';
import type { OperationKind } from '#contract/wallets/names.ts';
import type { WalletExplained } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { totalsByKind } from '#server/ledger/totals.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readHolds } from './holds.ts';
import { ownWallet, type OwnWallet } from './own-wallet.ts';

/**
 * What each balance of a wallet is made of, on one moment of the books.
 * @throws Refusal `http.not_found`
 */
export async function explainBalances(app: App, me: Person, walletId: string): Promise<WalletExplained> {
  return app.db.snapshot(async (tx) => {
    const wallet = await ownWallet(tx, me.id, walletId);
    const { awaited, pendingMinor } = await readAwaited(tx, wallet);
    return {
      currency: wallet.currency,
      available: toDecimal(wallet.availableMinor, wallet.currency),
      held: toDecimal(wallet.heldMinor, wallet.currency),
      pending: toDecimal(pendingMinor, wallet.currency),
      movements: await readMovements(tx, wallet),
      holds: await readHolds(tx, wallet),
      awaited,
    };
  });
}

async function readMovements(db: Queries, wallet: OwnWallet): Promise<WalletExplained['movements']> {
  const rows = await db.rows<{ kind: OperationKind; count: bigint; amount: bigint }>(sql`
    select totals.kind, (count_in + count_out) as count, (total_in - total_out) as amount
    from (${totalsByKind(sql`${wallet.availableId}`)}) totals
    cross join lateral (
      select m.at, m.seq from ledger_movement m where m.account_id = ${wallet.availableId} and m.kind = totals.kind
      order by m.at desc, m.seq desc limit 1) latest
    order by latest.at desc, latest.seq desc`);
  return rows.map(({ kind, count, amount }) => ({
    kind,
    count: Number(count),
    amount: toDecimal(amount, wallet.currency),
  }));
}

/** States of a deposit whose money may still come. */
const awaitedStates = ['created', 'awaiting_payment', 'under_review'] satisfies (typeof depositStates)[number][];

/** Deposits on their way; the latest first. */
async function readAwaited(db: Queries, { id, currency }: OwnWallet) {
  const rows = await db.rows<{ id: string; number: bigint; net: bigint; at: Date }>(sql`
    select id, number, amount - fee as net, created_at as at from payment
    where wallet_id = ${id} and kind = 'deposit' and state = any(${awaitedStates}::text[])
    order by id desc`);
  return {
    pendingMinor: rows.reduce((sum, { net }) => sum + net, 0n),
    awaited: rows.map((row) => ({
      id: row.id,
      number: `P-${row.number}`,
      amount: toDecimal(row.net, currency),
      at: row.at.toISOString(),
    })),
  };
}
