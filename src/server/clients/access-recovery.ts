import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { administratorsBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';

/** Recovery actions of staff for a person who can no longer sign in. */
type Way = 'clients.change_email' | 'clients.reset_second_factor';

interface Recovery {
  clientId: string;
  action: Way;
}

/**
 * A new email and no second factor together give full access to a profile. So an administrator who requested the one or
 * did the other for a person leaves the rest to a colleague. If one administrator starts both at once, the second call
 * waits for this lock. Call it before anything else is locked.
 * @throws Refusal `clients.other_administrator`
 */
export async function requireOtherAdministrator(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  me: Pick<Person, 'id'>,
  { clientId, action }: Recovery,
): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('let in anew ' || ${clientId} || ${me.id}, 0))`);
  const since = new Date(clock.now().getTime() - approvalRequestDays * 86_400_000);
  const done = await tx.maybeOne(
    action === 'clients.change_email'
      ? sql`
        select from audit_entry
        where client_id = ${clientId} and actor_id = ${me.id} and action = 'clients.reset_second_factor' and created_at > ${since} limit 1`
      : sql`
        select from approval_request
        where client_id = ${clientId} and author_id = ${me.id} and kind = 'email' and created_at > ${since} limit 1`,
  );
  if (done) throw refuse('clients.other_administrator', { days: approvalRequestDays });
}

/** Notifies the other administrators when the person is staff and may therefore be a second approver. */
export async function notifyAdministrators(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  me: Person,
  { clientId, action }: Recovery,
): Promise<void> {
  const person = await tx.one<Pick<Person, 'fullName' | 'roles'>>(sql`
    select full_name as "fullName", roles from person where id = ${clientId}`);
  if (!isStaff(person)) return;
  const others = await administratorsBut(tx, me.id, clientId);
  const message = { name: person.fullName, by: me.fullName, email: action === 'clients.change_email' };
  await outbox.emitEach(
    tx,
    'staff.access_recovered',
    others.map((staffId) => ({ staffId, ...message })),
  );
}
