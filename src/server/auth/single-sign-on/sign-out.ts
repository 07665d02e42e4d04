import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';

/** The provider reports that a person has left there: what began with it ends, also a sign-in that waits for its second factor. */
export const endAsReported =
  (app: App): EventHandler<'staff_sign_in'> =>
  async ({ body }, { name, port }) => {
    const { subject, sid } = port.readSignOut(body);
    const of = sql`
      select g.id from staff_sign_in g join staff_identity i on i.id = g.identity_id
      where i.issuer = ${port.rules.issuer} and (${subject}::text is null or i.subject = ${subject})
        and (${sid}::text is null or g.sid = ${sid})`;
    return app.db.tx(async (tx) => {
      await tx.run(sql`delete from sign_in_challenge where staff_sign_in_id in (${of})`);
      const ended = await tx.rows<{ personId: string }>(sql`
        update session set revoked_at = ${app.clock.now()} where revoked_at is null and staff_sign_in_id in (${of})
        returning person_id as "personId"`);
      const people = [...new Set(ended.map(({ personId }) => personId))];
      for (const id of people) {
        const details = { connection: name };
        await writeAudit(tx, app.clock, { actorId: id, clientId: id, action: 'auth.provider_sign_out', details });
        tx.afterCommit(() => app.realtime.readmit(id));
      }
      return people.length > 0 ? 'done' : 'ignored';
    });
  };
