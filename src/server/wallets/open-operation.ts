import { toDecimal } from '#contract/kernel/money.ts';
import type { OpenedOperation } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { ownWallet, type OwnWallet } from './own-wallet.ts';
import { spreadPercent } from './conversion/quotes.ts';
import { referenceColumns, showReference, type ReferenceRow } from './references.ts';

interface Row extends ReferenceRow {
  id: string;
  kind: OpenedOperation['kind'];
  at: Date;
  actorId: string | null;
  reason: string | null;
}

/**
 * One movement of a wallet, or one that set its money aside or gave it back, opened into what was posted.
 * @throws Refusal `http.not_found`, also for what moved another wallet only
 */
export async function openOperation(
  app: App,
  me: Person,
  { wallet_id, operation_id }: { wallet_id: string; operation_id: string },
): Promise<OpenedOperation> {
  const wallet = await ownWallet(app.db, me.id, wallet_id);
  const row = await app.db.maybeOne<Row>(sql`
    select t.id, t.kind, t.at, t.actor_id as "actorId", t.reason, ${referenceColumns}
    from ledger_transaction t
    where t.id = ${operation_id} and exists (
      select from ledger_posting p where p.transaction_id = t.id and p.account_id in (${wallet.availableId}, ${wallet.heldId}))`);
  if (!row) throw notFound();
  const { id, kind, at, actorId, reason } = row;
  return {
    id,
    kind,
    at: at.toISOString(),
    by: actorId === null ? 'system' : actorId === me.id ? 'client' : 'staff',
    reason,
    reference: showReference(row),
    postings: await readPostings(app.db, me.id, id),
    hold: await readHold(app.db, wallet, id),
    conversion: await readConversion(app.db, id),
  };
}

interface PostingRow {
  account: OpenedOperation['postings'][number]['account'];
  code: string;
  walletId: string | null;
  currency: string;
  amount: bigint;
  balanceAfter: bigint | null;
}

/**
 * The client's own side, and the operator's if the transaction is about this client alone: for one with many clients,
 * such as an allotment, the operator's sums are not shown.
 */
async function readPostings(
  db: Queries,
  clientId: string,
  transactionId: string,
): Promise<OpenedOperation['postings']> {
  const rows = await db.rows<PostingRow>(sql`
    select a.kind as account, a.code, w.id as "walletId", p.currency, p.amount, p.balance_after as "balanceAfter"
    from ledger_posting p
    join ledger_account a on a.id = p.account_id
    left join wallet w on a.id in (w.available_id, w.held_id)
    where p.transaction_id = ${transactionId} and (a.client_id = ${clientId} or a.client_id is null and not exists (
      select from ledger_posting o join ledger_account other on other.id = o.account_id
      where o.transaction_id = ${transactionId} and other.client_id <> ${clientId}))
    order by p.currency, p.amount, a.code`);
  return rows.map(({ account, code, walletId, currency, amount, balanceAfter }) => ({
    account,
    wallet_id: walletId,
    detail: detailOf(account, code),
    currency,
    amount: toDecimal(amount, currency),
    balance_after: balanceAfter === null ? null : toDecimal(balanceAfter, currency),
  }));
}

/** The part of an account's code that distinguishes accounts of one kind. */
function detailOf(account: PostingRow['account'], code: string): string | null {
  const parts = code.split(':');
  if (account === 'trading') return parts[3] ?? null;
  return account === 'psp_in' || account === 'psp_out' ? (parts[1] ?? null) : null;
}

type HoldRow = { amount: bigint; captured: bigint; at: Date; reason: NonNullable<OpenedOperation['hold']>['reason'] };

/** The hold that this transaction made, paid from or gave back. */
async function readHold(
  db: Queries,
  { heldId, currency }: OwnWallet,
  transactionId: string,
): Promise<OpenedOperation['hold']> {
  const hold = await db.maybeOne<HoldRow>(sql`
    select h.amount, h.captured, t.at, h.purpose as reason
    from ledger_hold h join ledger_transaction t on t.id = h.id
    where h.held_id = ${heldId} and ${transactionId} in (h.id, h.resolution_id)`);
  return hold
    ? {
        amount: toDecimal(hold.amount, currency),
        captured: toDecimal(hold.captured, currency),
        at: hold.at.toISOString(),
        reason: hold.reason,
      }
    : null;
}

async function readConversion(db: Queries, transactionId: string): Promise<OpenedOperation['conversion']> {
  const terms = await db.maybeOne<{ from: string; to: string; rate: string; spreadBps: number }>(sql`
    select f.currency as "from", t.currency as "to", q.rate, q.spread_bps as "spreadBps"
    from conversion_quote q join wallet f on f.id = q.from_wallet_id join wallet t on t.id = q.to_wallet_id
    where q.transaction_id = ${transactionId}`);
  return terms
    ? {
        from_currency: terms.from,
        to_currency: terms.to,
        rate: terms.rate,
        spread_percent: spreadPercent(terms.spreadBps),
      }
    : null;
}
