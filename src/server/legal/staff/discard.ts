import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockDraft } from './read-version.ts';

/** Discards a draft with its texts. @throws Refusal `http.not_found`, `legal.published` */
export async function discardDraft(app: App, me: Person, id: string): Promise<{ status: 'ok' }> {
  return app.db.tx(async (tx) => {
    const { kind, number } = await lockDraft(tx, id);
    await tx.run(sql`delete from legal_text where version_id = ${id}`);
    await tx.run(sql`delete from legal_version where id = ${id}`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'legal.discard',
      details: { document: kind, version: String(number) },
    });
    return { status: 'ok' };
  });
}
