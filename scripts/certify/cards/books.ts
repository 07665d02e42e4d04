import { sql } from '#server/platform/db/sql.ts';
import type { World } from '../world.ts';
import type { CardProvider } from './provider.ts';

interface Own {
  reference: string;
  state: string;
  currency: string;
  /** What the ledger has of it from the provider, in minor units. */
  booked: bigint;
  /** What was read from the provider; kept also where staff decide about it. */
  received: bigint | null;
}

/** States that only staff or the payer can leave: the queue of client payments shows the first. */
const queue = 'under_review';
const final = new Set(['credited', 'failed', 'expired', 'cancelled', 'refunded', 'charged_back']);

/** Compares the ledger with the provider's books, payment by payment and in sum. */
export async function cardBooks({ db }: World, provider: CardProvider<never>, connectionId: string): Promise<string[]> {
  const own = await db.rows<Own>(sql`
    select p.reference, p.state, lower(p.currency) as currency, v.received,
      (select coalesce(-sum(l.amount), 0)::bigint from payment o
       join ledger_transaction t on t.scope = 'payment:' || o.id
       join ledger_posting l on l.transaction_id = t.id join ledger_account a on a.id = l.account_id
       where o.id = p.id and a.code like 'psp-in:%' or o.refunds_id = p.id and a.code like 'psp-out:%') as booked
    from payment p join provider_payment v on v.payment_id = p.id where v.connection_id = ${connectionId}`);
  const net = provider.net();
  const problems: string[] = [];
  let [ours, theirs] = [0n, 0n];
  for (const { reference, state, booked } of own) {
    const there = net.get(reference) ?? 0n;
    if (state === queue) {
      if (booked !== 0n) problems.push(`${reference} is ${queue} and booked with ${booked}`);
      continue;
    }
    if (!final.has(state)) problems.push(`${reference} has not ended: ${state}`);
    if (booked !== there) problems.push(`${reference}: ${booked} in the ledger, ${there} at the provider`);
    ours += booked;
    theirs += there;
  }
  const known = new Set(own.map(({ reference }) => reference));
  for (const [reference, minor] of net)
    if (!known.has(reference) && minor !== 0n) problems.push(`${reference}: ${minor} at the provider, unknown here`);
  if (ours !== theirs) problems.push(`${ours} in the ledger, ${theirs} at the provider in sum`);
  const open = await db.rows<{ reference: string; state: string }>(sql`
    select reference, state from provider_refund where state not in ('succeeded', 'failed')`);
  const ordered = await db.rows<{ reference: string; state: string }>(sql`
    select concat_ws(' ', o.reference, 'after', o.attempts, 'calls:', o.answer) as reference, o.state from provider_payout o
    where o.connection_id = ${connectionId} and o.state not in ('completed', 'failed', 'returned')`);
  open.push(...ordered);
  return [...problems, ...open.map(({ reference, state }) => `refund ${reference} has not ended: ${state}`)];
}
