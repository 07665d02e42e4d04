import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiConversion, ApiPosting } from '#contract/operator/program-money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readAdded, readPage, type Following, type Paging } from '#server/platform/lists/program-lists.ts';
import { shown } from './show-row.ts';

interface PostingRow extends Omit<ApiPosting, 'id' | 'amount' | 'balance_after' | 'at'> {
  id: bigint;
  amount: bigint;
  balance_after: bigint | null;
  at: Date;
}

/** Postings up to the seal: none below it can be added. */
export const readPostings = (app: App, query: Following) =>
  readAdded(app, query, {
    select: sql`
      select p.id, p.transaction_id, t.kind, a.code as account, a.kind as account_kind, a.client_id, p.currency, p.amount, p.balance_after,
             case when t.reference_type is not null then json_build_object('type', t.reference_type, 'id', t.reference_id) end as reference, t.at
      from ledger_posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.account_id
      where p.id <= (select s.posting_id from ledger_seal s)`,
    id: sql`p.id`,
    of: { table: sql`ledger_posting`, number: sql`id`, last: sql`pg_sequence_last_value('ledger_posting_id')` },
    show: ({ id, amount, balance_after, at, ...row }: PostingRow): ApiPosting => ({
      ...row,
      id: String(id),
      amount: toDecimal(amount, row.currency),
      balance_after: balance_after === null ? null : toDecimal(balance_after, row.currency),
      at: at.toISOString(),
    }),
  });

/** Quotes that were used. */
export const readConversions = (app: App, query: Paging) =>
  readPage(app, query, {
    select: sql`
      select q.id, q.client_id, q.transaction_id, q.from_wallet_id, f.currency as from_currency, q.amount as paid, q.to_wallet_id,
             t.currency as to_currency, q.received, q.rate, q.spread, l.at, q.changed_at as "changedAt"
      from conversion_quote q join wallet f on f.id = q.from_wallet_id join wallet t on t.id = q.to_wallet_id
      join ledger_transaction l on l.id = q.transaction_id
      where q.transaction_id is not null`,
    id: sql`q.id`,
    changedAt: sql`q.changed_at`,
    show: shown<ApiConversion>({ paid: 'from_currency', received: 'to_currency', spread: 'to_currency' }),
  });
