import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import type { SignOut } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { areGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { joinedMacColumns, macColumns, type TwoMacs } from '#server/platform/secrets/row-macs.ts';

/** The provider reports that a person has left there: what began with it ends, also a sign-in that waits for its second factor. */
export const endAsReported =
  (app: App): EventHandler<'staff_sign_in'> =>
  async ({ body }, { name, port }) =>
    app.db.tx(async (tx) => {
      const ids = await findSignIns(tx, app, { issuer: port.rules.issuer, ...port.readSignOut(body) });
      await tx.run(sql`delete from sign_in_challenge where staff_sign_in_id = any(${ids}::uuid[])`);
      const ended = await tx.rows<{ personId: string }>(sql`
        update session set revoked_at = ${app.clock.now()} where revoked_at is null and staff_sign_in_id = any(${ids}::uuid[])
        returning person_id as "personId"`);
      const people = [...new Set(ended.map(({ personId }) => personId))];
      for (const id of people) {
        const details = { connection: name };
        await writeAudit(tx, app.clock, { actorId: id, clientId: id, action: 'auth.provider_sign_out', details });
        tx.afterCommit(() => app.realtime.readmit(id));
      }
      return people.length > 0 ? 'done' : 'ignored';
    });

interface SignIn extends TwoMacs {
  id: string;
  identityId: string;
  issuer: string;
  subject: string;
  sid: string | null;
}

/** The open sign-ins that are meant. One that was changed past the program may hide whose it is, and counts as meant. */
async function findSignIns(tx: Tx, app: App, meant: SignOut & { issuer: string }): Promise<string[]> {
  const open = await tx.rows<SignIn>(sql`
    select g.id, i.id as "identityId", i.issuer, i.subject, g.sid, ${macColumns('staff_sign_in')}, ${joinedMacColumns('staff_identity')}
    from staff_sign_in g join staff_identity i on i.id = g.identity_id
    where exists (select from session s where s.staff_sign_in_id = g.id and s.revoked_at is null)
       or exists (select from sign_in_challenge h where h.staff_sign_in_id = g.id)`);
  const isMeant = ({ issuer, subject, sid }: SignIn) =>
    issuer === meant.issuer &&
    (meant.subject === null || subject === meant.subject) &&
    (meant.sid === null || sid === meant.sid);
  return open
    .filter(
      (row) => isMeant(row) || !areGenuine(app, row, ['staff_sign_in', row.id], ['staff_identity', row.identityId]),
    )
    .map(({ id }) => id);
}
