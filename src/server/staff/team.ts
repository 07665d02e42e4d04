import type { Role } from '#contract/kernel/endpoint.ts';
import { staffRoles, type StaffRole } from '#contract/staff/names.ts';
import type { TeamMember } from '#contract/staff/endpoints.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { clientState } from '#server/platform/people/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { endProgramsOf } from '#server/platform/secrets/end-programs.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions, type Person } from '#server/platform/session/session.ts';
import { removeManagerOf, releaseClients } from './client/personal-manager.ts';
import { notifyRoleChange } from './notify-administrators.ts';

type Row = Omit<TeamMember, 'last_sign_in_at'> & { lastSignInAt: Date | null };

/** Every person who has a staff role, by name. */
export async function readTeam({ db }: App): Promise<TeamMember[]> {
  const rows = await db.rows<Row>(sql`
    select c.id, c.full_name, c.email, array_remove(c.roles, 'client') as roles,
           c.second_factor_at is not null as second_factor,
           ${clientState} as state,
           (select max(s.created_at) from session s where s.person_id = c.id) as "lastSignInAt"
    from person c where c.roles && array['support', 'compliance', 'finance', 'admin']
    order by c.full_name, c.id`);
  return rows.map(({ lastSignInAt, ...row }) => ({ ...row, last_sign_in_at: lastSignInAt?.toISOString() ?? null }));
}

const columns: Columns<TeamMember> = {
  id: ({ id }) => id,
  name: (member) => member.full_name,
  email: ({ email }) => email,
  roles: ({ roles }) => roles.join(' '),
  second_factor: (member) => (member.second_factor ? 'on' : 'off'),
  state: ({ state }) => state,
  last_sign_in_utc: (member) => member.last_sign_in_at ?? '',
};

/** The same as a file. */
export const teamFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'team',
    action: 'staff.export_team',
    filter: {},
    columns,
    read: async (limit) => (await readTeam(app)).slice(0, limit),
  });

interface Change extends Proof {
  client_id: string;
  roles: StaffRole[];
  reason: string;
}

/**
 * Requests to give a person the named roles and to take the others, by an administrator who has proven who they are.
 * @throws Refusal as `staff.set_roles` lists them
 */
export async function setRoles(
  app: App,
  me: Person,
  { client_id: clientId, roles, reason, ...proof }: Change,
): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await lockPeople(tx, me.id, clientId);
    const whom = await tx.maybeOne<{ roles: Role[] }>(sql`select roles from person where id = ${clientId}`);
    if (!whom) throw notFound();
    if (clientId === me.id) throw refuse('staff.own_roles');
    const { mayPropose, approver } = await tx.one<{ mayPropose: boolean; approver: boolean }>(sql`
      select has_role(${me.id}, authors_of('role')) as "mayPropose",
             exists (select from person c where c.id <> ${me.id} and c.id <> ${clientId} and is_approver(c.id, 'role')) as approver`);
    if (!mayPropose) throw refuse('http.forbidden');
    const details = { from: inWords(whom.roles), to: inWords(roles) };
    if (details.from === details.to) throw refuse('staff.same_roles');
    if (!approver) throw refuse('staff.no_approver');
    const subject = { kind: 'role', key: null, clientId } as const;
    await requestApproval(app, tx, me, { subject, value: sql`staff_roles(${roles}::text[])`, reason, details });
  });
  return { status: 'ok' };
}

/**
 * Roles that two people have agreed on. The person is signed out everywhere and gets an email; administrators and
 * compliance are notified as well.
 */
export const rolesApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id, subject: { clientId }, was, value, reason, authorId, author, mark }) {
    if (clientId === null) throw new Error('roles are of a person');
    const roles = staffRoles.filter((role) => (value as string[]).includes(role));
    await openPerson(tx, app.config, clientId);
    await tx.run(sql`
      update person set roles = ${['client', ...roles]}, roles_approval_request_id = ${id}, role_requests = role_requests + 1 where id = ${clientId}`);
    if (roles.length > 0) await removeManagerOf(tx, clientId);
    else await releaseClients(app, tx, me.id, clientId);
    if (!roles.includes('admin')) await endProgramsOf(app, tx, me.id, clientId);
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    const details = { from: inWords(was as Role[]), to: inWords(roles), reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.set_roles', details });
    const at = app.clock.now().toISOString();
    await app.outbox.emit(tx, 'auth.security_changed', { clientId, change: 'roles_changed', at });
    await notifyRoleChange(app, tx, { clientId, authorId, author, approver: me });
  },
});

/** Roles besides that of a client, as the audit log stores them. */
export const inWords = (roles: readonly Role[]): string =>
  roles
    .filter((role) => role !== 'client')
    .toSorted()
    .join(' ') || '–';
