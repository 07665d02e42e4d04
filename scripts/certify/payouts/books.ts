import { sql } from '#server/platform/db/sql.ts';
import type { World } from '../world.ts';
import type { Rail } from './rail.ts';

interface Own {
  number: bigint;
  state: string;
  references: string[];
  /** What the ledger has of it as paid out, in minor units. */
  booked: bigint;
  /** Staff have paid it otherwise: no order of it has paid anything. */
  isByHand: boolean;
  /** Whether it was reported to staff. */
  isReported: boolean;
}

/** Compares the ledger with the provider's books, withdrawal by withdrawal and in sum. */
export async function payoutBooks({ db }: World, rail: Pick<Rail, 'net'>, connectionId: string): Promise<string[]> {
  const own = await db.rows<Own>(sql`
    select p.number, p.state, array_agg(o.reference) as references,
      p.state in ('sent', 'completed') and bool_and(o.state = 'failed') as "isByHand",
      exists (select from provider_finding f where f.payment_id = p.id and f.kind in ('amount', 'payee', 'payout_unexpected')) as "isReported",
      (select coalesce(sum(l.amount), 0)::bigint from ledger_transaction t
       join ledger_posting l on l.transaction_id = t.id join ledger_account a on a.id = l.account_id
       where t.scope = 'payment:' || p.id and a.code like 'psp-out:%') as booked
    from payment p join provider_payout o on o.payment_id = p.id where o.connection_id = ${connectionId} group by p.id`);
  const net = rail.net();
  const problems: string[] = [];
  let [ours, theirs] = [0n, 0n];
  for (const { number, state, references, booked: all, isByHand, isReported } of own) {
    const booked = isByHand ? 0n : all;
    const there = references.reduce((sum, each) => sum + (net.get(each) ?? 0n), 0n);
    if (state === 'ordered') problems.push(`P-${number} has not ended`);
    // What differs from its order is in the queue of staff, in which a person finds out.
    if (isReported) continue;
    if (booked !== there) problems.push(`P-${number}: ${booked} in the ledger, ${there} at the provider`);
    ours += booked;
    theirs += there;
  }
  const known = new Set(own.flatMap(({ references }) => references));
  for (const [reference, minor] of net)
    if (!known.has(reference) && minor !== 0n) problems.push(`${reference}: ${minor} at the provider, unknown here`);
  if (ours !== theirs) problems.push(`${ours} in the ledger, ${theirs} at the provider in sum`);
  return problems;
}
