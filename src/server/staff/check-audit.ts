import type { App } from '#server/platform/app.ts';
import { verifyAudit } from '#server/platform/audit-verify.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Follows the chain of the audit log anew, and tells up to where it holds or which row breaks it. */
export async function checkAudit(app: App) {
  return app.db.snapshot(async (db) => {
    const { head, waiting, breach } = await verifyAudit(db);
    const last = await db.maybeOne<{ at: Date }>(
      sql`select sealed_at as at from audit_seal where seq = ${head?.seq ?? 0n}`,
    );
    return {
      head:
        head && last
          ? { seq: String(head.seq), hash: head.hash.toString('hex'), sealed_at: last.at.toISOString() }
          : null,
      waiting: Number(waiting),
      breach: breach ?? null,
      checked_at: app.clock.now().toISOString(),
    };
  });
}
