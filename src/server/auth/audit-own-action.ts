import type { AuditDetails } from '#contract/audit-details.ts';
import type { AuditAct } from '#contract/audit-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Writes down what somebody changed about his own way in, with the address of the session that did it. */
export async function noteOwnAct(
  tx: Tx,
  app: Pick<App, 'clock'>,
  me: { id: string; sessionId: string },
  act: AuditAct,
  details: AuditDetails = {},
): Promise<void> {
  const { address } = await tx.one<{ address: string }>(sql`select address from session where id = ${me.sessionId}`);
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    clientId: me.id,
    act,
    details: { ...details, from_address: address },
  });
}
