import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditAction } from '#contract/staff/audit-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Records in the audit log what a person changed about their own sign-in, with the address of the session. */
export async function auditOwnAction(
  tx: Tx,
  app: Pick<App, 'clock'>,
  me: { id: string; sessionId: string },
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  const { address } = await tx.one<{ address: string }>(sql`select address from session where id = ${me.sessionId}`);
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    clientId: me.id,
    action,
    details: { ...details, from_address: address },
  });
}
