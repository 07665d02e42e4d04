import type { Role } from '#contract/endpoint.ts';
import type { StaffRole } from '#contract/staff-names.ts';
import type { TeamMember } from '#contract/staff.ts';
import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { clientState } from '#server/platform/client-state.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/list-file.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { revokeSessions, type Client } from '#server/platform/session.ts';
import { forgetManagerOf, releaseClients } from './client/personal-manager.ts';
import { tellAdministrators } from './tell-administrators.ts';

type Row = Omit<TeamMember, 'last_sign_in_at'> & { lastSignInAt: Date | null };

/** Everybody who has a role here, by name. */
export async function readTeam({ db }: App): Promise<TeamMember[]> {
  const rows = await db.rows<Row>(sql`
    select c.id, c.first_name, c.second_name, c.email, array_remove(c.roles, 'client') as roles,
           c.second_factor_at is not null as second_factor,
           ${clientState} as state,
           (select max(s.created_at) from session s where s.client_id = c.id) as "lastSignInAt"
    from client c where c.roles && array['support', 'compliance', 'finance', 'admin']
    order by c.first_name, c.second_name, c.id`);
  return rows.map(({ lastSignInAt, ...row }) => ({ ...row, last_sign_in_at: lastSignInAt?.toISOString() ?? null }));
}

const columns: Columns<TeamMember> = {
  id: ({ id }) => id,
  first_name: (member) => member.first_name,
  second_name: (member) => member.second_name,
  email: ({ email }) => email,
  roles: ({ roles }) => roles.join(' '),
  second_factor: (member) => (member.second_factor ? 'on' : 'off'),
  state: ({ state }) => state,
  last_sign_in_utc: (member) => member.last_sign_in_at ?? '',
};

/** The same as a file. */
export const teamFile = (app: App, me: Client): Promise<FileAnswer> =>
  listFile(app, me, {
    name: 'team',
    act: 'staff.export_team',
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
 * Gives somebody the roles named and takes the others, for an administrator who has proven that it is he. The person is signed out everywhere and told by mail. Administrators are
 * changed one after the other, so that two who take the role from each other at once leave one of them.
 * @throws Refusal as `prove`, `http.not_found`, `staff.own_roles`, `http.forbidden`, `staff.same_roles`
 */
export async function setRoles(
  app: App,
  me: Client,
  { client_id: clientId, roles, reason, ...proof }: Change,
): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const locked = await tx.rows<{ id: string; roles: Role[] }>(sql`
      select id, roles from client where id = ${clientId} or 'admin' = any(roles) order by id for no key update`);
    const whom = locked.find(({ id }) => id === clientId);
    if (!whom) throw notFound();
    if (clientId === me.id) throw refuse('staff.own_roles');
    if (!locked.some(({ id, roles: his }) => id === me.id && his.includes('admin'))) throw refuse('http.forbidden');
    const next: Role[] = ['client', ...roles];
    const [from, to] = [inWords(whom.roles), inWords(next)];
    if (from === to) throw refuse('staff.same_roles');
    await tx.run(sql`update client set roles = ${next} where id = ${clientId}`);
    if (roles.length > 0) await forgetManagerOf(tx, clientId);
    else await releaseClients(app, tx, me.id, clientId);
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId,
      act: 'staff.set_roles',
      details: { from, to, reason },
    });
    const at = app.clock.now().toISOString();
    await app.outbox.emit(tx, 'auth.security_changed', { clientId, change: 'roles_changed', at });
    const made = next.includes('admin');
    if (whom.roles.includes('admin') !== made) await tellAdministrators(app, tx, me, clientId, made);
  });
  return { status: 'ok' };
}

const inWords = (roles: readonly Role[]): string =>
  roles
    .filter((role) => role !== 'client')
    .toSorted()
    .join(' ') || '–';
