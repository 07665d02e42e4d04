import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { ProvenPerson } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, signNewRow, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { isStaff } from '#server/platform/session/session.ts';
import { refuseFrozen } from '../start-session.ts';

/** The member of staff for whom a person at the provider stands. */
export interface Member {
  id: string;
  email: string;
  roles: Role[];
  identityId: string;
}

/**
 * Finds the member of staff by issuer and subject, and binds them the first time by an email address that the provider
 * has verified. Only staff are found, so that no client becomes staff by it; who is bound stays bound, whatever address
 * the provider gives later. All reasons have the same response.
 * @throws Refusal auth.sso_unknown, auth.under_review, auth.frozen
 */
export async function identify(
  tx: Tx,
  app: App,
  provider: OpenConnection<'staff_sign_in'>,
  proven: ProvenPerson,
): Promise<Member> {
  const { issuer } = provider.port.rules;
  const bound = await tx.maybeOne<RowMac & { identityId: string; id: string }>(sql`
    select i.id as "identityId", i.person_id as id, ${macColumns('staff_identity')}
    from staff_identity i where i.issuer = ${issuer} and i.subject = ${proven.subject} and i.removed_at is null`);
  if (bound && !isGenuine(app, 'staff_identity', bound.identityId, bound)) throw refuse('auth.sso_unknown');
  const id = bound?.id ?? (await findByEmail(tx, proven.email));
  if (id === undefined) throw refuse('auth.sso_unknown');
  await lockPeople(tx, id);
  const person = await tx.maybeOne<Omit<Member, 'identityId'>>(sql`
    select id, email, roles from person where id = ${id} and blocked_at is null and closed_at is null`);
  if (!person || !isStaff(person)) throw refuse('auth.sso_unknown');
  if (bound && !(await isStillBound(tx, bound.identityId))) throw refuse('auth.sso_unknown');
  if (bound) return { ...person, identityId: bound.identityId };
  if (person.email !== proven.email) throw refuse('auth.sso_unknown');
  await refuseFrozen(tx, app, id);
  return { ...person, identityId: await bind(tx, app, provider, { ...person, subject: proven.subject }) };
}

/** Two people may have removed it while this waited for the lock of the person, which they hold as well. */
const isStillBound = async (tx: Tx, identityId: string): Promise<boolean> =>
  (await tx.maybeOne(sql`select from staff_identity where id = ${identityId} and removed_at is null`)) !== undefined;

async function findByEmail(tx: Tx, email: string | null): Promise<string | undefined> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    select id from person where email = ${email} and roles <> '{client}' and email_verified_at is not null and email_disputed_at is null`);
  return found?.id;
}

/** Each person at most once per provider: a second account there with the same address is another person. */
async function bind(
  tx: Tx,
  { config, clock }: App,
  { id: connectionId, name, port }: OpenConnection<'staff_sign_in'>,
  { id: personId, subject }: { id: string; subject: string },
): Promise<string> {
  const id = newId();
  const added = await tx.run(sql`
    insert into staff_identity (id, person_id, connection_id, issuer, subject, created_at)
    values (${id}, ${personId}, ${connectionId}, ${port.rules.issuer}, ${subject}, ${clock.now()}) on conflict do nothing`);
  if (added === 0) throw refuse('auth.sso_unknown');
  await signNewRow(tx, config, 'staff_identity', sql`i.id = ${id}`);
  const details = { connection: name };
  await writeAudit(tx, clock, { actorId: personId, clientId: personId, action: 'auth.bind_identity', details });
  return id;
}
