import type { PaymentMethod } from '#contract/payments/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Candidate } from './judge-line.ts';
import type { StatementEntry } from './line-row.ts';

/** So many payments without a reference are looked at for one line; more of the same amount say nothing. */
const mostOfAmount = 20;

type Line = Pick<StatementEntry, 'reference' | 'endToEndId' | 'currency' | 'amountMinor'>;

/**
 * The payments of a method that a line may be: those that it names, and for money that came in the open deposits of the same
 * amount. Each is found by an index.
 */
export async function findCandidates(db: Queries, line: Line, method: PaymentMethod): Promise<Candidate[]> {
  const { references, numbers, endToEndIds } = namesIn(line);
  const named = sql`
    p.method = ${method} and p.currency = ${line.currency} and p.kind in ('deposit', 'withdrawal') and p.id in (
      select id from payment where reference = any(${references}::text[])
      union all select id from payment where number = any(${numbers}::bigint[])
      union all select payment_id from payout_file_line where end_to_end_id = any(${endToEndIds}::text[]))`;
  const found = await read(db, named, true);
  if (found.length > 0 || line.amountMinor < 0n) return found;
  return read(
    db,
    sql`p.kind = 'deposit' and p.state in ('awaiting_payment', 'under_review') and p.method = ${method}
      and p.currency = ${line.currency} and p.amount = ${line.amountMinor} order by p.id desc limit ${mostOfAmount}`,
    false,
  );
}

const read = (db: Queries, condition: Sql, isNamed: boolean): Promise<Candidate[]> =>
  db.rows<Candidate>(sql`
    select p.id, p.kind, p.state, ${isNamed}::boolean as "isNamed", c.first_name as "firstName", c.second_name as "secondName",
           case when p.kind = 'withdrawal' then p.amount - p.fee else p.amount end as "amountMinor", i.iban as account,
           p.bank_reference as "bankReference", to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD') as "changedOn",
           exists (select from statement_line l where l.payment_id = p.id and l.result in ('credited', 'waiting', 'matched')) as "isTaken"
    from payment p join person c on c.id = p.client_id left join payment_instruction i on i.payment_id = p.id
    where ${condition}`);

/** As `deposits/references.ts` draws them; other text may run into them. */
const signs = '[2-9BCDFGHJKLMNPQRSTVWXZ]';
const ofTransfer = new RegExp(`(?=AT(${signs}{4})(${signs}{4}))`, 'g');
const ofProvider = new RegExp(`(?=((?:DEP|PAY)${signs}{9}\\d{2}))`, 'g');

/** All that a line may be naming: references, also without their hyphens or inside of another word, and numbers. */
function namesIn({ reference, endToEndId }: Line) {
  const bare = reference.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const transfers = [...bare.matchAll(ofTransfer)].map(([, a, b]) => `AT-${a}-${b}`);
  const ofProviders = [...bare.matchAll(ofProvider)].map(([, whole = '']) => whole);
  const numbers = [...reference.toUpperCase().matchAll(/(?<![A-Z0-9])P-?(\d{6,15})(?!\d)/g)].map(
    ([, digits]) => digits ?? '',
  );
  const endToEndIds = endToEndId === null ? [] : [endToEndId.toUpperCase()];
  return { references: [...new Set([...transfers, ...ofProviders])], numbers: [...new Set(numbers)], endToEndIds };
}
