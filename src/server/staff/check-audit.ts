import type { App } from '#server/platform/app.ts';
import { verifyAudit } from '#server/platform/audit/verify.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Verifies the whole chain of the audit log again, and reports up to where it is intact or which row breaks it. */
export async function checkAudit(app: App) {
  return app.db.snapshot(async (db) => {
    const { head, waiting, breach } = await verifyAudit(db);
    const last = await db.maybeOne<{ at: Date }>(
      sql`select chained_at as at from audit_chain where seq = ${head?.seq ?? 0n}`,
    );
    return {
      head:
        head && last
          ? { seq: String(head.seq), hash: head.hash.toString('hex'), chained_at: last.at.toISOString() }
          : null,
      waiting: Number(waiting),
      breach: breach ?? null,
      checked_at: app.clock.now().toISOString(),
    };
  });
}
