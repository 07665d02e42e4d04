import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyAudit } from '#server/platform/audit-verify.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Hand } from './hand.ts';

/** What a hand's wallets held before it began, in minor units, by wallet. */
export type Openings = Map<string, bigint>;

export async function balancesByWallet(db: Queries, hands: Hand[]): Promise<Openings> {
  const rows = await db.rows<{ id: string; amount: bigint }>(sql`
    select w.id, b.amount from wallet w join ledger_balance b on b.account_id = w.available_id
    where w.client_id = any(${hands.map(({ clientId }) => clientId)}::uuid[])`);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/** Everything that is wrong: an answered act that is gone, one that nobody sent, money that is too much or too little. */
export async function judge(db: Queries, hands: Hand[], openings: Openings): Promise<string[]> {
  const sent = hands.flatMap((hand) => hand.sent);
  const written = await db.rows<{ id: string; key: string }>(sql`
    select id, key from ledger_transaction
    where kind = 'conversion' and scope = any(${hands.map(({ clientId }) => `client:${clientId}`)}::text[])`);
  const keys = new Map(written.map(({ id, key }) => [key.replace('conversion:', ''), id]));
  const lost = sent.filter(({ key, operationId }) => operationId !== undefined && keys.get(key) !== operationId);
  const asked = new Set(sent.map(({ key }) => key));
  const unasked = [...keys.keys()].filter((key) => !asked.has(key));
  const doubled = written.length - keys.size;

  const expected = new Map(openings);
  for (const { key, gains } of sent) {
    if (!keys.has(key)) continue;
    for (const { walletId, minor } of gains) expected.set(walletId, (expected.get(walletId) ?? 0n) + minor);
  }
  const balances = await balancesByWallet(db, hands);
  const wrong = [...expected].filter(([walletId, minor]) => balances.get(walletId) !== minor);

  const { findings } = await verifyLedger(db);
  const { breach } = await verifyAudit(db);
  return [
    ...lost.map(({ operationId }) => `answered and lost: ${operationId}`),
    ...unasked.map((key) => `written and never asked for: ${key}`),
    ...(doubled > 0 ? [`${doubled} acts twice`] : []),
    ...wrong.map(([walletId, minor]) => `wallet ${walletId} has ${balances.get(walletId)} instead of ${minor}`),
    ...findings.flatMap(({ invariant, breach }) => (breach ? [`${invariant}: ${breach.row}: ${breach.why}`] : [])),
    ...(breach ? [`audit log: ${breach.row}: ${breach.why}`] : []),
  ];
}
