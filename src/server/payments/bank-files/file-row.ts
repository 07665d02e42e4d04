import type { BankFile } from '#contract/payments/bank-files.ts';
import type { BankFileState, BankStatus } from '#contract/payments/bank-file-names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { bankSchemeNames } from '#contract/payments/payouts/schemes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { maskAccountNumber } from '../account-numbers.ts';

/** The most lines that are shown by name. */
const maxAttention = 50;

interface Row {
  id: string;
  number: bigint;
  state: BankFileState;
  currency: string;
  account: string;
  payOn: string;
  lines: number;
  total: bigint;
  madeBy: string;
  madeAt: Date;
  releasedBy: string | null;
  releasedAt: Date | null;
  endedAt: Date | null;
  sha256: Buffer;
  delivery: (Omit<NonNullable<BankFile['delivery']>, 'done_at'> & { doneAt: number | null }) | null;
  statuses: BankFile['statuses'];
  attention: {
    id: string;
    number: string;
    amount: string;
    status: BankStatus | null;
    reason: string | null;
    detail: string | null;
    contradiction: string | null;
  }[];
}

/** Of `payout_file f`. */
export const fileState = sql`
  case when f.ended_at is not null then 'ended' when f.released_at is not null then 'released' else 'waiting' end`;

/** Of a line `l`: the bank has executed it, or does so for sure. */
export const isExecuted = sql`l.status in ('ACSP', 'ACSC', 'ACCC')`;

/** Of a payment `p` and its destination `d`: an approved withdrawal that a file in its currency can take. */
export const isForFile = sql`
  p.kind = 'withdrawal' and p.state = 'approved' and p.method = 'bank_transfer'
  and d.scheme = any(${bankSchemeNames}::text[])`;

/** Files that meet a condition on `f`, as staff see them. */
export async function readFiles(db: Queries, conditionAndOrder: Sql): Promise<BankFile[]> {
  const rows = await db.rows<Row>(sql`
    select f.id, f.number, ${fileState} as state, f.currency, coalesce(f.iban, f.account_number) as account, f.pay_on::text as "payOn", f.lines, f.total, f.sha256,
           m.full_name as "madeBy", f.made_at as "madeAt", f.released_at as "releasedAt", f.ended_at as "endedAt",
           (select s.full_name from approval_request r join person s on s.id = r.decided_by
            where r.kind = 'payout_file' and r.key = f.id::text and r.state = 'approved' and r.decided_at = f.released_at
              and r.value ->> 'act' = 'release') as "releasedBy",
           (select jsonb_build_object('connection', coalesce(c.value, c.draft) ->> 'name', 'state', d.state, 'failure', d.failure,
                     'doneAt', extract(epoch from d.done_at) * 1000)
            from payout_file_delivery d join connection c on c.id = d.connection_id where d.file_id = f.id) as delivery,
           (select coalesce(jsonb_agg(jsonb_build_object('status', status, 'count', count) order by payout_status_rank(status)), '[]')
            from (select status, count(*)::int as count from payout_file_line l where l.file_id = f.id group by status) by_status) as statuses,
           (select coalesce(jsonb_agg(line), '[]') from (
              select p.id, 'P-' || p.number as number, l.amount::text as amount, l.status, l.reason, l.detail, l.contradiction
              from payout_file_line l join payment p on p.id = l.payment_id
              where l.file_id = f.id and (l.status in ('RJCT', 'ACWC') or l.contradiction is not null)
              order by l.contradiction is null, l.position limit ${maxAttention}) line) as attention
    from payout_file f join person m on m.id = f.made_by where ${conditionAndOrder}`);
  return rows.map(showFile);
}

function showFile({ currency, ...row }: Row): BankFile {
  return {
    id: row.id,
    number: fileNumber(row),
    state: row.state,
    currency,
    account: maskAccountNumber(row.account),
    pay_on: row.payOn,
    count: row.lines,
    total: toDecimal(row.total, currency),
    made_by: row.madeBy,
    made_at: row.madeAt.toISOString(),
    released_by: row.releasedBy,
    released_at: row.releasedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    sha256: row.sha256.toString('hex'),
    delivery: row.delivery && shownDelivery(row.delivery),
    statuses: row.statuses,
    attention: row.attention.map(({ id, number, amount, ...line }) => ({
      ...line,
      payment: { id, number },
      amount: toDecimal(BigInt(amount), currency),
    })),
  };
}

const shownDelivery = ({ doneAt, ...delivery }: NonNullable<Row['delivery']>): BankFile['delivery'] => ({
  ...delivery,
  done_at: doneAt === null ? null : new Date(doneAt).toISOString(),
});

/** @throws Refusal `http.not_found` */
export async function readFile(db: Queries, id: string): Promise<BankFile> {
  const [found] = await readFiles(db, sql`f.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

export const fileNumber = ({ number }: { number: bigint }): string => `F-${number}`;
