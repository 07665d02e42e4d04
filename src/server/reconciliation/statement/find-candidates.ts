import type { PaymentMethod } from '#contract/payments/names.ts';
import type { AccountOwner } from '#server/payments/client-ibans/owner.ts';
import { storedAccount } from '#server/payments/operator-account/stored-account.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Candidate } from './judge-line.ts';
import { daysApart, isTaken, type StatementEntry } from './line-row.ts';

/** So many payments without a reference are looked at for one line; more of the same amount say nothing. */
const mostOfAmount = 20;

type Line = Pick<StatementEntry, 'reference' | 'endToEndId' | 'currency' | 'amountMinor' | 'on' | 'bankReference'>;

/**
 * The payments of a method that a line may be: those that it names; of money that came in on the own account of a client, their
 * deposit of the same amount; of any other, the open deposits of the same amount. Each is found by an index.
 * @param owner of the account on which it arrived
 */
export async function findCandidates(
  db: Queries,
  line: Line,
  method: PaymentMethod,
  owner: AccountOwner | null,
): Promise<Candidate[]> {
  const { references, numbers, sentAs } = namesIn(line);
  const found = await read(
    db,
    sql`
      (select id, 'reference' as "namedBy" from payment where reference = any(${references}::text[]) and kind = 'deposit'
       union select id, 'reference' from payment where number = any(${sentAs.numbers}::bigint[]) and kind = 'withdrawal'
       union select payment_id, 'reference' from payout_file_line where end_to_end_id = any(${sentAs.ids}::text[])
       union select id, 'number' from payment where number = any(${numbers}::bigint[]))`,
    sql`p.method = ${method} and p.currency = ${line.currency} and p.kind in ('deposit', 'withdrawal')`,
  );
  // A payment that is named in both ways is named by its reference.
  const strong = new Set(found.filter(({ namedBy }) => namedBy === 'reference').map(({ id }) => id));
  const named = found.filter(({ id, namedBy }) => namedBy === 'reference' || !strong.has(id));
  if (named.length > 0 || line.amountMinor < 0n) return named;
  if (owner) return read(db, ofOwner(line, method, owner), sql`true`);
  return read(
    db,
    sql`
      (select o.id, null as "namedBy" from payment o
       where o.kind = 'deposit' and o.state in ('awaiting_payment', 'under_review') and o.currency = ${line.currency} and o.amount = ${line.amountMinor}
         and o.method = ${method}
       order by o.id desc limit ${mostOfAmount})`,
    sql`true`,
  );
}

/** One that staff have booked by hand, so that it is not credited twice; else the first that the client has announced. */
const ofOwner = (line: Line, method: PaymentMethod, { clientId }: AccountOwner): Sql => sql`
  (select o.id, 'account' as "namedBy" from payment o
   where o.client_id = ${clientId} and o.kind = 'deposit' and o.method = ${method} and o.currency = ${line.currency} and o.amount = ${line.amountMinor}
     and (o.state in ('awaiting_payment', 'under_review')
       or o.state = 'credited' and abs((o.updated_at at time zone 'UTC')::date - ${line.on}::date) <= ${daysApart}
         and coalesce(o.bank_reference = ${line.bankReference}, true)
         and not exists (select from statement_line t where t.payment_id = o.id and t.result in ('credited', 'waiting', 'matched')))
   order by o.state <> 'credited', o.id limit 1)`;

const read = (db: Queries, found: Sql, condition: Sql): Promise<Candidate[]> =>
  db.rows<Candidate>(sql`
    select p.id, p.kind, p.state, found."namedBy", c.id as "clientId", c.first_name as "firstName", c.second_name as "secondName", c.full_name as "fullName",
           case when p.kind = 'withdrawal' then p.amount - p.fee else p.amount end as "amountMinor", case when i.payment_id is not null then ${storedAccount(sql`i`)} end as account,
           (select ${storedAccount(sql`b`)} from payment_bank_account b where i.own and b.currency = p.currency) as "sharedAccount",
           p.bank_reference as "bankReference", to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD') as "changedOn",
           ${isTaken} as "isTaken"
    from ${found} found join payment p on p.id = found.id
    join person c on c.id = p.client_id left join payment_instruction i on i.payment_id = p.id
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
  return {
    references: [...new Set([...transfers, ...ofProviders])],
    numbers: numbersIn(reference),
    // What we call a transfer is ours to choose; its text may be a client's.
    sentAs: { ids: endToEndId === null ? [] : [endToEndId.toUpperCase()], numbers: numbersIn(endToEndId ?? '') },
  };
}

const numbersIn = (text: string): string[] => [
  ...new Set([...text.toUpperCase().matchAll(/(?<![A-Z0-9])P-?(\d{6,15})(?!\d)/g)].map(([, digits = '']) => digits)),
];
