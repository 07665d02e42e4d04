import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { BookAccount, BookPosting } from '#contract/reconciliation/endpoints.ts';
import type { ledgerAccountKinds } from '#contract/reconciliation/names.ts';
import { utcDay } from '#server/ledger/totals.ts';
import type { App } from '#server/platform/app.ts';
import { recordView } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readSeal } from './seal-ledger.ts';

const pageLength = 50;

type AccountKind = (typeof ledgerAccountKinds)[number];

interface Sums {
  debits: bigint;
  credits: bigint;
  balance: bigint;
}

/** Of amounts `p`. What clients own is positive, which is credit. */
const sumsOf = sql`
  coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as debits,
  coalesce(sum(p.amount) filter (where p.amount > 0), 0) as credits`;

/** Sealed days before an instant are read as totals; what was posted on the instant's day, or is not sealed, one by one. */
interface Parts {
  /** Whether a sealed day `s` is read. */
  isWhole: Sql;
  /** Rows of account_id and amount: postings beside the sealed days. */
  rest: Sql;
}

async function partsUntil(db: Queries, until: string | undefined): Promise<Parts> {
  const seal = await readSeal(db);
  if (until === undefined) {
    return { isWhole: sql`true`, rest: sql`select account_id, amount from ledger_posting where id > ${seal}::bigint` };
  }
  const day = utcDay(new Date(until));
  return {
    isWhole: sql`s.day < ${day}`,
    rest: sql`
      select p.account_id, p.amount
      from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
      where p.id > ${seal}::bigint and t.at < ${until}
      union all
      select p.account_id, p.amount
      from ledger_transaction t join ledger_posting p on p.transaction_id = t.id
      where t.at >= ${day}::timestamp at time zone 'UTC' and t.at < ${until} and p.id <= ${seal}::bigint`,
  };
}

const shown = ({ debits, credits, balance }: Sums, currency: string) => ({
  debits: toDecimal(debits, currency),
  credits: toDecimal(credits, currency),
  balance: toDecimal(balance, currency),
});

/** Debits, credits and balance by currency and kind of account, at an instant. */
export async function readTrialBalance(
  app: App,
  { until }: { until?: string | undefined },
): Promise<ResponseBody<Api['reconciliation.trial_balance']>> {
  const rows = await app.db.snapshot(async (tx) => {
    const { isWhole, rest } = await partsUntil(tx, until);
    return tx.rows<Sums & { currency: string; kind: AccountKind; accounts: number }>(sql`
      select currency, kind, sum(accounts)::int as accounts, sum(debits)::bigint as debits, sum(credits)::bigint as credits,
             sum(credits - debits)::bigint as balance
      from (
        select s.currency, s.kind, s.accounts, s.debits, s.credits from ledger_sealed_kind s where ${isWhole}
        union all
        select a.currency, a.kind,
               (not exists (select from ledger_sealed_account s where s.account_id = a.id and ${isWhole}))::int, p.debits, p.credits
        from (select p.account_id, ${sumsOf} from (${rest}) p group by p.account_id) p
        join ledger_account a on a.id = p.account_id) parts
      group by currency, kind having sum(accounts) > 0 order by currency, kind`);
  });
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    until: until ?? app.clock.now().toISOString(),
    currencies: currencies.map((currency) => {
      const kinds = rows.filter((row) => row.currency === currency);
      return {
        currency,
        ...shown(totalOf(kinds), currency),
        kinds: kinds.map(({ kind, accounts, ...sums }) => ({ kind, accounts, ...shown(sums, currency) })),
      };
    }),
  };
}

const totalOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (total, { debits, credits, balance }) => ({
      debits: total.debits + debits,
      credits: total.credits + credits,
      balance: total.balance + balance,
    }),
    { debits: 0n, credits: 0n, balance: 0n },
  );

interface AccountRow extends Sums {
  id: string;
  code: string;
  clientId: string | null;
  client: string | null;
  postings: number;
}

/** Which line of the trial balance, and which of its accounts. */
export interface AccountsQuery {
  kind: AccountKind;
  currency: string;
  until?: string | undefined;
  search?: string | undefined;
}

/** The offset, and the number of rows; by default as many as the screen shows. */
interface Paged {
  cursor?: string | undefined;
  limit?: number;
}

/** The accounts behind one line of the trial balance, by code. Those of a page alone are summed. */
export async function listBookAccounts(app: App, query: AccountsQuery & Paged) {
  const { kind, currency, until, search = '', cursor = '', limit = pageLength } = query;
  const rows = await app.db.snapshot(async (tx) => {
    const { isWhole, rest } = await partsUntil(tx, until);
    return tx.rows<AccountRow>(sql`
      with rest as materialized (
        select p.account_id, ${sumsOf}, count(*) as postings from (${rest}) p group by p.account_id)
      select a.id, a.code, a."clientId", a.client,
             (s.debits + coalesce(r.debits, 0))::bigint as debits, (s.credits + coalesce(r.credits, 0))::bigint as credits,
             (s.credits + coalesce(r.credits, 0) - s.debits - coalesce(r.debits, 0))::bigint as balance,
             (s.postings + coalesce(r.postings, 0))::int as postings
      from (
        select a.id, a.code, c.id as "clientId", c.full_name as client
        from ledger_account a left join person c on c.id = a.client_id
        where a.kind = ${kind} and a.currency = ${currency} and a.code > ${cursor}
          and concat_ws(' ', a.code, name_and_email(c)) ilike ${patternOf(search)}
        order by a.code limit ${limit + 1}
      ) a
      cross join lateral (
        select coalesce(sum(s.debits), 0) as debits, coalesce(sum(s.credits), 0) as credits, coalesce(sum(s.postings), 0) as postings
        from ledger_sealed_account s where s.account_id = a.id and ${isWhole}) s
      left join rest r on r.account_id = a.id
      order by a.code`);
  });
  const page = rows.slice(0, limit);
  return {
    accounts: page.map(({ id, code, clientId, client, postings, ...sums }): BookAccount => ({
      id,
      code,
      client: clientId === null ? null : { id: clientId, name: client ?? '' },
      ...shown(sums, currency),
      postings,
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.code ?? null) : null,
  };
}

interface PostingRow {
  id: bigint;
  at: Date;
  kind: string;
  amount: bigint;
  balanceAfter: bigint | null;
  transactionId: string;
  reference: string | null;
  reason: string | null;
  others: { code: string; amount: string; currency: string }[];
}

/** The account, up to an instant. */
export interface PostingsQuery {
  account_id: string;
  until?: string | undefined;
}

/**
 * The owner of an account, and its currency.
 * @throws Refusal `http.not_found`
 */
export async function readBookAccount({ db }: App, id: string): Promise<{ clientId: string | null; currency: string }> {
  const account = await db.maybeOne<{ clientId: string | null; currency: string }>(
    sql`select client_id as "clientId", currency from ledger_account where id = ${id}`,
  );
  if (!account) throw notFound();
  return account;
}

/**
 * What was posted on one account, the latest first, each with the other side of its transaction.
 * @throws Refusal `http.not_found`
 */
export async function listPostings(app: App, me: Person, query: PostingsQuery & Paged) {
  const { account_id: id, until, cursor, limit = pageLength } = query;
  const { clientId, currency } = await readBookAccount(app, id);
  if (clientId !== null) await recordView(app, { actorId: me.id, clientId, action: 'staff.view_client' });
  const rows = await app.db.rows<PostingRow>(sql`
    select p.id, t.at, t.kind, p.amount, p.balance_after as "balanceAfter", t.id as "transactionId",
           case when t.reference_id is not null then t.reference_type || ':' || t.reference_id end as reference, t.reason,
           (select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'amount', o.amount::text, 'currency', o.currency) order by o.id), '[]')
            from ledger_posting o join ledger_account a on a.id = o.account_id
            where o.transaction_id = p.transaction_id and o.id <> p.id) as others
    from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
    where p.account_id = ${id} and (${cursor ?? null}::bigint is null or p.id < ${cursor ?? null}::bigint)
      and (${until ?? null}::timestamptz is null or t.at < ${until ?? null})
    order by p.id desc limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  return {
    postings: page.map((row) => showPosting(row, currency)),
    currency,
    next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
}

function showPosting(row: PostingRow, currency: string): BookPosting {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    amount: toDecimal(row.amount, currency),
    balance_after: row.balanceAfter === null ? null : toDecimal(row.balanceAfter, currency),
    transaction_id: row.transactionId,
    reference: row.reference,
    reason: row.reason,
    others: row.others.map(({ code, amount, currency: of }) => ({
      code,
      amount: toDecimal(BigInt(amount), of),
      currency: of,
    })),
  };
}
