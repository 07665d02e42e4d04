import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyAudit } from '#server/platform/audit/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { World } from './world.ts';

/** What has to hold for every adapter: proved books, no event left waiting, and no secret in a log or a journal. */
export async function commonBooks({ db, log }: World, secrets: readonly string[]): Promise<string[]> {
  const config = readConfig({ APP_SECRET: demoSecret, DEMO: '1' });
  const { findings } = await verifyLedger(db);
  const payments = await db.snapshot((tx) => verifyPayments(tx, config));
  const { breach } = await db.snapshot((tx) => verifyAudit(tx));
  const waiting = await waitingEvents(db);
  const { calls } = await db.one<{ calls: string }>(
    sql`select coalesce(string_agg(n::text, ' '), '') as calls from connection_call n`,
  );
  const said = `${log()}\n${calls}`;
  return [
    ...[...findings, ...payments].flatMap(({ invariant, breach: broken }) =>
      broken ? [`${invariant}: ${broken.row}: ${broken.why}`] : [],
    ),
    ...(breach ? [`audit log: ${breach.row}: ${breach.why}`] : []),
    ...waiting.map(({ type, error }) => `an event waits: ${type} ${error ?? ''}`),
    ...secrets.filter((secret) => said.includes(secret)).map((secret) => `a log or journal has ${secret.slice(0, 6)}…`),
  ];
}

/** Events that were taken and not handled yet. */
export const waitingEvents = (db: World['db']) =>
  db.rows<{ type: string; error: string | null }>(sql`select type, error from inbox_event where state = 'waiting'`);
