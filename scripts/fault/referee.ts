import { balances } from '#server/ledger/balances.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyAudit } from '#server/platform/audit/verify.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Hand } from './hand.ts';

/** What is on each account of the hands, in minor units. */
export const balancesOfHands = (db: Queries, hands: Hand[]) =>
  balances(
    db,
    hands.flatMap(({ accounts }) => accounts),
  );

/**
 * Everything that is wrong: a confirmed action that is gone, one that was never sent, money that is too much or too
 * little.
 */
export async function judge(db: Tx, hands: Hand[], openings: Map<string, bigint>): Promise<string[]> {
  const sent = hands.flatMap((hand) => hand.sent);
  const done = await writtenBy(db, hands);
  const keys = new Map(done.map(({ id, key }) => [key, id]));
  const lost = sent.filter(({ key, response }) => response !== undefined && keys.get(key) !== response);
  const input = new Set(sent.map(({ key }) => key));
  const unasked = [...keys.keys()].filter((key) => !input.has(key));
  const doubled = done.length - keys.size;

  const expected = new Map(openings);
  for (const { account, minor } of sent.flatMap(({ key, gains }) => (keys.has(key) ? gains : []))) {
    expected.set(account, (expected.get(account) ?? 0n) + minor);
  }
  const present = await balancesOfHands(db, hands);
  const wrong = [...expected].filter(([account, minor]) => present.get(account) !== minor);

  const { findings } = await verifyLedger(db);
  const { breach } = await verifyAudit(db);
  return [
    ...lost.map(({ response }) => `answered and lost: ${response}`),
    ...unasked.map((key) => `written and never asked for: ${key}`),
    ...(doubled > 0 ? [`${doubled} acts twice`] : []),
    ...wrong.map(([account, minor]) => `${account} has ${present.get(account)} instead of ${minor}`),
    ...findings.flatMap(({ invariant, breach }) => (breach ? [`${invariant}: ${breach.row}: ${breach.why}`] : [])),
    ...(breach ? [`audit log: ${breach.row}: ${breach.why}`] : []),
  ];
}

/** The hands' actions in the books: conversions, and transfers that are completed. */
export function writtenBy(db: Queries, hands: Hand[]): Promise<{ id: string; key: string }[]> {
  const clients = hands.map(({ clientId }) => clientId);
  return db.rows(sql`
    select id, replace(key, 'conversion:', '') as key from ledger_transaction
    where kind = 'conversion' and scope = any(${clients.map((id) => `client:${id}`)}::text[])
    union all
    select id, idempotency_key from trading_transfer where client_id = any(${clients}::uuid[]) and state = 'completed'`);
}
