import type { Bank } from '#server/demo/stand-ins/bank/bank.ts';
import { standInAccounts } from '#server/demo/stand-ins/bank/server.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { until, type World } from '../world.ts';

/** What the ledger has of a payment as come in, in minor units; below zero what has left. */
const bookedOf = (paymentId: Sql) => sql`
  (select coalesce(-sum(l.amount), 0)::bigint from ledger_transaction t
   join ledger_posting l on l.transaction_id = t.id join ledger_account a on a.id = l.account_id
   where t.scope = 'payment:' || ${paymentId} and (a.code like 'psp-in:%' or a.code like 'psp-out:%'))`;

/** Compares the ledger with the books of the bank: order by order, and what came in; and names what has not ended. */
export async function bankBooks({ db }: World, { books, repetitions }: Bank, connectionId: string): Promise<string[]> {
  // The last one may have been listed a moment ago, and is read once a second list has it. One that never is, is named below.
  const isRead = async () =>
    (await db.maybeOne(sql`
      select from bank_file_arrival where connection_id = ${connectionId} and state = 'seen' limit 1`))
      ? undefined
      : true;
  await until('each file is read', isRead, 60_000).catch(() => {});
  const paid = books.paid();
  const problems = repetitions.map((each) => `the bank was given ${each} again`);
  const orders = await db.rows<{ reference: string; state: string; looks: number; booked: bigint }>(sql`
    select l.end_to_end_id as reference, p.state, d.looks, ${bookedOf(sql`p.id`)} as booked
    from payout_file_line l join payout_file_delivery d on d.file_id = l.file_id join payment p on p.id = l.payment_id
    where d.connection_id = ${connectionId}`);
  for (const { reference, state, looks, booked } of orders) {
    const there = paid.get(reference) ?? 0n;
    // What is nowhere to be found is on the screen of files, and staff ask the bank.
    if (state === 'ordered' && (looks === 0 || books.lines.has(reference))) problems.push(`${reference} has not ended`);
    if (-booked !== there) problems.push(`${reference}: ${-booked} in the ledger, ${there} at the bank`);
  }
  const known = new Set(orders.map(({ reference }) => reference));
  for (const reference of paid.keys())
    if (!known.has(reference)) problems.push(`${reference} is paid at the bank, unknown here`);

  const { booked } = await db.one<{ booked: bigint }>(sql`
    select coalesce(sum(${bookedOf(sql`payment_id`)}), 0)::bigint as booked from (
      select distinct s.payment_id from statement_line s join payment p on p.id = s.payment_id and p.kind = 'deposit'
      join reconciliation_run r on r.id = s.run_id and r.connection_id = ${connectionId}) credited`);
  const received = balanceOf(books.accounts) - balanceOf(standInAccounts) + sumOf([...paid.values()]);
  if (booked !== received) problems.push(`${booked} came in by the ledger, ${received} at the bank`);

  const open = await db.rows<{ what: string }>(sql`
    select concat_ws(' ', a.name, a.state, a.refusal) as what from bank_file_arrival a
    where a.connection_id = ${connectionId} and (a.state = 'seen' or a.refusal not in ('payments.answer_unknown', 'reconciliation.known'))
    union all
    select concat_ws(' ', 'a delivery', state, failure) from payout_file_delivery
    where connection_id = ${connectionId} and state in ('waiting', 'sending') and looks = 0`);
  return [...problems, ...open.map(({ what }) => `has not ended: ${what}`)];
}

const sumOf = (minor: readonly bigint[]): bigint => minor.reduce((sum, each) => sum + each, 0n);
const balanceOf = (accounts: readonly { balanceMinor: bigint }[]): bigint =>
  sumOf(accounts.map(({ balanceMinor }) => balanceMinor));
