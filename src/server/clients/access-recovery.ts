import { proposalDays } from '#contract/approval-request-names.ts';
import { administratorsBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isStaff, nameOf, type Client } from '#server/platform/session.ts';

/** What staff do for somebody who cannot come in any more. */
type Way = 'clients.change_email' | 'clients.reset_second_factor';

interface LettingIn {
  clientId: string;
  act: Way;
}

/**
 * Another address and no second factor together are the whole profile. So whoever has proposed the one or done the other
 * for somebody leaves the rest to a colleague; of both at once by himself the second waits here. Call it before anything
 * else is locked.
 * @throws Refusal `clients.other_hand`
 */
export async function leaveToOther(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  me: Client,
  { clientId, act }: LettingIn,
): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('let in anew ' || ${clientId} || ${me.id}, 0))`);
  const since = new Date(clock.now().getTime() - proposalDays * 86_400_000);
  const done = await tx.maybeOne(
    act === 'clients.change_email'
      ? sql`
        select from audit_entry
        where client_id = ${clientId} and actor_id = ${me.id} and act = 'clients.reset_second_factor' and created_at > ${since} limit 1`
      : sql`
        select from proposal
        where client_id = ${clientId} and author_id = ${me.id} and kind = 'email' and created_at > ${since} limit 1`,
  );
  if (done) throw refuse('clients.other_hand', { days: proposalDays });
}

/** Tells the other administrators when it is done for one of the staff, who may be the second of two. */
export async function tellAdministrators(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  me: Client,
  { clientId, act }: LettingIn,
): Promise<void> {
  const whom = await tx.one<Pick<Client, 'firstName' | 'secondName' | 'roles'>>(sql`
    select first_name as "firstName", second_name as "secondName", roles from client where id = ${clientId}`);
  if (!isStaff(whom)) return;
  const others = await administratorsBut(tx, me.id, clientId);
  const told = { name: nameOf(whom), by: nameOf(me), email: act === 'clients.change_email' };
  await outbox.emitEach(
    tx,
    'staff.let_in_anew',
    others.map((staffId) => ({ staffId, ...told })),
  );
}
