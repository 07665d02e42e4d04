import type { ResponseOf } from '#contract/api.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { openPerson, openRow } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';

/** The connection by which a person was bound, as it is named. */
const provider = sql`coalesce(j.value, j.draft) ->> 'name'`;

type Identity = ResponseOf<'POST /api/staff/team/identities'>[number];

/** Who is bound to whom at the provider, by name. */
export async function listIdentities({ db }: App): Promise<Identity[]> {
  const rows = await db.rows<
    Omit<Identity, 'created_at' | 'last_sign_in_at'> & { createdAt: Date; lastSignInAt: Date | null }
  >(sql`
    select i.id, c.id as person_id, c.full_name, c.email, ${provider} as provider, i.created_at as "createdAt",
           (select max(g.created_at) from staff_sign_in g where g.identity_id = i.id) as "lastSignInAt"
    from staff_identity i join person c on c.id = i.person_id join connection j on j.id = i.connection_id
    where i.removed_at is null order by c.full_name, c.id, i.id`);
  return rows.map(({ createdAt, lastSignInAt, ...row }) => ({
    ...row,
    created_at: createdAt.toISOString(),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
  }));
}

/** @throws Refusal as `auth.unbind_identity` lists them */
export async function requestUnbinding(
  app: App,
  me: Person,
  { identity_id: id, reason, ...proof }: Proof & { identity_id: string; reason: string },
): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const bound = await readBound(tx, id);
    if (!bound) throw notFound();
    const { clientId, name } = bound;
    if (clientId === me.id) throw refuse('staff.own_profile');
    await lockPeople(tx, me.id, clientId);
    await requestApproval(app, tx, me, {
      subject: { kind: 'staff_identity', key: id, clientId },
      value: sql`jsonb_build_object('provider', ${name}::text)`,
      reason,
      details: { about: 'staff_identity', connection: name },
    });
  });
  return { status: 'ok' };
}

const readBound = (tx: Tx, id: string) =>
  tx.maybeOne<{ clientId: string; name: string }>(sql`
    select i.person_id as "clientId", ${provider} as name
    from staff_identity i join connection j on j.id = i.connection_id where i.id = ${id} and i.removed_at is null`);

/**
 * Two people have agreed that a member of staff is bound again. The next account at the provider with their email signs in as
 * them next, so it counts as restored access: they approve nothing for a week.
 */
export const unbindingApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { subject: { key, clientId }, reason, author, mark }, at) {
    if (key === null || clientId === null) throw new Error('single sign-on is of a person');
    const bound = await readBound(tx, key);
    if (bound?.clientId !== clientId) throw refuse('approvals.outdated');
    await openRow(tx, app.config, 'staff_identity', key, sql`i.id = ${key}`);
    await tx.run(sql`update staff_identity set removed_at = ${at} where id = ${key}`);
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`update person set readmitted_at = ${app.clock.now()} where id = ${clientId}`);
    const of = sql`select id from staff_sign_in where identity_id = ${key}`;
    await tx.run(sql`delete from sign_in_challenge where staff_sign_in_id in (${of})`);
    await tx.run(sql`
      update session set revoked_at = ${app.clock.now()} where revoked_at is null and staff_sign_in_id in (${of})`);
    tx.afterCommit(() => app.realtime.readmit(clientId));
    const details = { connection: bound.name, reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'auth.unbind_identity', details });
    await app.outbox.emit(tx, 'auth.security_changed', {
      clientId,
      change: 'identity_removed',
      at: app.clock.now().toISOString(),
    });
  },
});
