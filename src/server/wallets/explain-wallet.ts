import { toDecimal } from '#contract/money.ts';
import type { Language } from '#contract/languages.ts';
import type { WalletInfo, WalletOperation } from '#contract/wallets.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { readWallets } from './wallets.ts';

const pageLength = 50;

interface WalletRow {
  availableId: string;
  heldId: string;
  createdAt: Date;
}

/**
 * Opens a balance into what is behind it.
 * @throws Refusal `http.not_found`, also for the wallet of another client
 */
export async function explainWallet(
  app: App,
  me: Client,
  language: Language,
  asked: { wallet_id: string; cursor?: string | undefined },
): Promise<WalletInfo> {
  const [wallet] = await readWallets(app, language, sql`w.id = ${asked.wallet_id} and w.client_id = ${me.id}`);
  if (!wallet) throw notFound();
  const row = await app.db.one<WalletRow>(sql`
    select available_id as "availableId", held_id as "heldId", created_at as "createdAt" from wallet where id = ${wallet.id}`);
  const operations = await readOperations(app, row, wallet.currency, asked.cursor);
  const page = operations.slice(0, pageLength);
  return {
    wallet,
    created_at: row.createdAt.toISOString(),
    holds: await readHolds(app, row, wallet.currency),
    operations: page,
    next_cursor: operations.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}

interface HoldRow {
  id: string;
  amount: bigint;
  purpose: WalletInfo['holds'][number]['reason'];
  at: Date;
  expiresAt: Date | null;
}

async function readHolds(app: App, { heldId }: WalletRow, currency: string): Promise<WalletInfo['holds']> {
  const rows = await app.db.rows<HoldRow>(sql`
    select h.id, h.amount, h.purpose, t.at, h.expires_at as "expiresAt"
    from ledger_hold h join ledger_transaction t on t.id = h.id
    where h.held_id = ${heldId} and h.state = 'active'
    order by h.id desc`);
  return rows.map(({ id, amount, purpose, at, expiresAt }) => ({
    id,
    amount: toDecimal(amount, currency),
    reason: purpose,
    at: at.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  }));
}

interface OperationRow {
  id: string;
  kind: WalletOperation['kind'];
  amount: bigint;
  balanceAfter: bigint;
  reason: string | null;
  accountNumber: string | null;
  at: Date;
}

/** One more than a page, the latest first. Setting money aside moves nothing out of the wallet, so it is not here. */
async function readOperations(app: App, row: WalletRow, currency: string, cursor?: string): Promise<WalletOperation[]> {
  const accounts = [row.availableId, row.heldId];
  const balanceAt = (account: string) => sql`
    coalesce((select p.balance_after from ledger_posting p where p.account_id = ${account} and p.id <= moved.place
              order by p.id desc limit 1), 0)`;
  const rows = await app.db.rows<OperationRow>(sql`
    select t.id, t.kind, moved.amount, ${balanceAt(row.availableId)} + ${balanceAt(row.heldId)} as "balanceAfter", t.reason,
           case t.reference_type when 'trading_account' then t.reference_id end as "accountNumber", t.at
    from (
      select p.transaction_id, max(p.id) as place, sum(p.amount)::bigint as amount
      from ledger_posting p
      where p.account_id = any(${accounts}::uuid[])
        and (${cursor ?? null}::uuid is null or p.id < (
          select max(id) from ledger_posting where transaction_id = ${cursor ?? null} and account_id = any(${accounts}::uuid[])))
      group by p.transaction_id
      having sum(p.amount) <> 0
      order by place desc
      limit ${pageLength + 1}
    ) moved join ledger_transaction t on t.id = moved.transaction_id
    order by moved.place desc`);
  return rows.map(({ id, kind, amount, balanceAfter, reason, accountNumber, at }) => ({
    id,
    kind,
    amount: toDecimal(amount, currency),
    balance_after: toDecimal(balanceAfter, currency),
    reason,
    trading_account_id: accountNumber,
    at: at.toISOString(),
  }));
}
