import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { closedFor } from '../send-document.ts';
import { lockClient, settle } from '../settle.ts';
import { checkColumns, findIdentifier, firstLookMs, type CheckRow, type Identifier } from './check-row.ts';

/** What the check itself says about another attempt. */
export const closedBy = { review: 'in_review', approved: 'not_needed', rejected: 'final' } as const;

/**
 * Begins or continues the check of a client by the provider. It is stored before the first call, and its reference never
 * changes, so that a lost answer leaves one applicant at the provider.
 * @returns the page of the provider
 * @throws Refusal as `verification.begin_check` lists them
 */
export async function beginCheck(
  app: App,
  { id: clientId, country, language }: Pick<Person, 'id' | 'country' | 'language'>,
): Promise<{ url: string }> {
  const identifier = await findIdentifier(app, country);
  if (!identifier) throw refuse('verification.checks_off');
  const check = await app.db.tx((tx) => storeCheck(app, tx, clientId, identifier));
  const begun = await identifier.port.begin({ ref: clientId, language });
  if (begun.kind !== 'done') {
    app.log.warn({ connection: identifier.id, outcome: begun }, 'a check of identity was not begun');
    throw refuse('verification.check_unreachable');
  }
  const { applicant, url } = begun.value;
  await app.db.tx(async (tx) => {
    await lockClient(tx, clientId);
    await tx.run(sql`
      update verification_check
      set applicant_id = ${applicant}, state = case when state in ('begun', 'gone') then 'waiting' else state end, changed_at = ${app.clock.now()}
      where id = ${check.id} and (applicant_id is distinct from ${applicant} or state in ('begun', 'gone'))`);
    await settle(app, tx, clientId);
  });
  return { url };
}

async function storeCheck(app: App, tx: Tx, clientId: string, identifier: Identifier): Promise<CheckRow> {
  await lockClient(tx, clientId);
  const at = app.clock.now();
  await tx.run(sql`
    insert into verification_check (id, client_id, connection_id, begun_at, changed_at, next_look_at)
    values (${newId()}, ${clientId}, ${identifier.id}, ${at}, ${at}, ${at})
    on conflict (client_id, connection_id) do nothing`);
  const check = await tx.one<CheckRow>(sql`
    select ${checkColumns} from verification_check k
    where k.client_id = ${clientId} and k.connection_id = ${identifier.id} for update`);
  const closed =
    (check.state in closedBy ? closedBy[check.state as keyof typeof closedBy] : undefined) ??
    (await closedFor(tx, clientId, 'identity', at));
  if (closed) throw refuse(`verification.${closed}`);
  await tx.run(sql`
    update verification_check set begun_at = ${at}, next_look_at = ${new Date(at.getTime() + firstLookMs)} where id = ${check.id}`);
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'verification.begin_check' });
  return check;
}
