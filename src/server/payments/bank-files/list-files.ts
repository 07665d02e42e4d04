import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { BankFileState } from '#contract/payments/bank-file-names.ts';
import type { ReadyForFile } from '#contract/payments/bank-files.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { maskAccountNumber } from '../account-numbers.ts';
import { fileState, isForFile, readFiles } from './file-row.ts';

const pageLength = 20;

/** Files for the bank, all or those in one state, the latest first, and what waits for the next one. */
export async function listFiles(
  { db, clock }: App,
  { state, cursor }: { state?: BankFileState | undefined; cursor?: string | undefined },
): Promise<ResponseBody<Api['payments.bank_files']>> {
  const [only, after] = [state ?? null, cursor ?? null];
  const files = await readFiles(
    db,
    sql`(${only}::text is null or ${fileState} = ${only}) and (${after}::uuid is null or f.id < ${after}::uuid)
      order by f.id desc limit ${pageLength + 1}`,
  );
  const page = files.slice(0, pageLength);
  return {
    today: clock.now().toISOString().slice(0, 10),
    ready: await readReady(db),
    files: page,
    next_cursor: files.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}

async function readReady(db: Queries): Promise<ReadyForFile[]> {
  const rows = await db.rows<{ currency: string; count: number; total: bigint; account: string | null }>(sql`
    select p.currency, count(*)::int as count, sum(p.amount - p.fee)::bigint as total,
           (select coalesce(iban, account_number) from payment_bank_account b where b.currency = p.currency) as account
    from payment p join payment_destination d on d.id = p.destination_id
    where ${isForFile} group by p.currency order by p.currency`);
  return rows.map(({ currency, count, total, account }) => ({
    currency,
    count,
    total: toDecimal(total, currency),
    account: account === null ? null : maskAccountNumber(account),
  }));
}
