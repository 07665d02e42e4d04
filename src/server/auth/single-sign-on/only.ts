import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { overseersBut } from '#server/platform/people/administrators.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { areGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { joinedMacColumns, macColumns, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { oidcSettings } from './oidc-settings.ts';

/**
 * Whether a session may begin without the provider of single sign-on. Where staff sign in by it only, one or two named
 * people still come in by password and second factor, and the others are notified of each time. So it is where the
 * secrets of the connection do not open. Where its settings cannot be trusted they may have said so: then an
 * administrator with a second factor comes in that way, and no one else.
 * @throws Refusal auth.sso_required
 */
export async function admitWithoutProvider(tx: Tx, app: App, personId: string): Promise<void> {
  const member = await tx.maybeOne<{ email: string; name: string; isProtectedAdmin: boolean }>(sql`
    select email, full_name as name, 'admin' = any(roles) and second_factor_at is not null as "isProtectedAdmin" from person where id = ${personId} and roles <> '{client}'`);
  if (!member) return;
  // A connection that is being put into use waits, and then ends this session with the others.
  await tx.run(sql`select from connection where port = 'staff_sign_in' for share`);
  const [provider] = await app.connections.readSettings('staff_sign_in', tx);
  if (!provider) return;
  const rules = provider.settings && oidcSettings.parse(provider.settings);
  if (rules && !rules.only) return;
  const isAdmitted = rules ? rules.break_glass.includes(member.email) : member.isProtectedAdmin;
  if (!isAdmitted) throw refuse('auth.sso_required');
  await writeAudit(tx, app.clock, { actorId: personId, clientId: personId, action: 'auth.break_glass', details: {} });
  const recipients = await overseersBut(tx, personId);
  await app.outbox.emitEach(
    tx,
    'auth.break_glass_used',
    recipients.map((staffId) => ({ staffId, name: member.name })),
  );
}

/**
 * Ends the sessions of staff that began without the provider, once they may sign in by it only. The named people keep
 * theirs.
 */
export async function endWithoutProvider(tx: Tx, app: App, settings: Record<string, unknown>): Promise<void> {
  const { only, break_glass: named } = oidcSettings.parse(settings);
  if (!only) return;
  const ended = await tx.rows<{ personId: string }>(sql`
    update session s set revoked_at = ${app.clock.now()} from person p
    where p.id = s.person_id and p.roles <> '{client}' and p.email <> all(${named})
      and s.staff_sign_in_id is null and s.revoked_at is null
    returning s.person_id as "personId"`);
  const people = new Set(ended.map(({ personId }) => personId));
  tx.afterCommit(() => people.forEach((id) => app.realtime.readmit(id)));
}

/**
 * Whether the sign-in at the provider from which a session follows, and which may have waited for a second factor, is
 * as the program wrote it, and of this person.
 */
export async function isSignInGenuine(tx: Tx, app: App, personId: string, staffSignInId: string): Promise<boolean> {
  const row = await tx.maybeOne<TwoMacs & { identityId: string }>(sql`
    select i.id as "identityId", ${macColumns('staff_sign_in')}, ${joinedMacColumns('staff_identity')}
    from staff_sign_in g join staff_identity i on i.id = g.identity_id
    where g.id = ${staffSignInId} and i.person_id = ${personId}`);
  return !!row && areGenuine(app, row, ['staff_sign_in', staffSignInId], ['staff_identity', row.identityId]);
}

/**
 * Why a person could not be the one who signs in without the provider, for the test of a connection; undefined when they
 * could.
 */
export async function findBreakGlassFault({ db }: Pick<App, 'db'>, email: string): Promise<string | undefined> {
  const found = await db.maybeOne<{ hasFactor: boolean }>(sql`
    select second_factor_at is not null as "hasFactor" from person
    where email = ${email} and 'admin' = any(roles) and blocked_at is null and frozen_at is null and closed_at is null`);
  if (!found) return 'no administrator who can sign in has this address';
  return found.hasFactor ? undefined : 'this administrator has no second factor';
}
