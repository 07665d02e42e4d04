import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovedRequest } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { note } from './change-connection.ts';
import { lockConnection, offTakesTwo, removalTakesTwo, type LockedConnection } from './lock-connection.ts';
import { countUndecided } from './undecided.ts';

type Done = Promise<{ status: 'ok' }>;
type Which = { connection_id: string };
/** How a connection ends: for a while, or for good. */
export type End = 'switch_off' | 'remove';

/** @throws Refusal as `connections.switch_off` lists them */
export async function switchOff(app: App, me: Person, { connection_id: id }: Which): Done {
  await app.db.tx(async (tx) => {
    const connection = await lockConnection(app, tx, id);
    if (offTakesTwo(app, connection)) throw refuse('connections.off_takes_two');
    await turnOff(tx, id);
    await noteEnd(app, tx, me, 'switch_off', connection);
  });
  return { status: 'ok' };
}

/** @throws Refusal as `connections.remove` lists them */
export async function removeConnection(app: App, me: Person, { connection_id: id }: Which): Done {
  await app.db.tx(async (tx) => {
    const connection = await lockConnection(app, tx, id);
    if (connection.state === 'on') throw refuse('connections.still_on');
    if (removalTakesTwo(connection)) throw refuse('connections.removal_takes_two');
    await remove(tx, id);
    await noteEnd(app, tx, me, 'remove', connection);
  });
  return { status: 'ok' };
}

type Request = Proof & Which & { reason: string };

/** @throws Refusal as `connections.request_off` lists them */
export async function requestOff(app: App, me: Person, { connection_id: id, reason, ...proof }: Request): Done {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const connection = await lockConnection(app, tx, id);
    if (connection.state === 'on') await requestEnd(app, tx, me, { act: 'switch_off', connection, reason });
  });
  return { status: 'ok' };
}

/** @throws Refusal as `connections.request_removal` lists them */
export async function requestRemoval(app: App, me: Person, { connection_id: id, reason, ...proof }: Request): Done {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const connection = await lockConnection(app, tx, id);
    if (connection.state === 'on') throw refuse('connections.still_on');
    const count = await countUndecided(tx, id);
    if (count > 0) throw refuse('connections.in_use', { count });
    await requestEnd(app, tx, me, { act: 'remove', connection, reason });
  });
  return { status: 'ok' };
}

const requestEnd = (
  app: App,
  tx: Tx,
  me: Person,
  { act, connection: { id, name, adapter }, reason }: { act: End; connection: LockedConnection; reason: string },
): Promise<unknown> =>
  requestApproval(app, tx, me, {
    subject: { kind: 'connection', key: id, clientId: null },
    was: sql`(select jsonb_build_object('version', version) from connection where id = ${id})`,
    value: sql`(
      select jsonb_build_object('name', coalesce(j.value, j.draft) ->> 'name', 'port', j.port, 'adapter', j.adapter,
        'version', j.version, 'value', coalesce(j.value, j.draft), 'act', ${act}::text, 'secrets', '[]'::jsonb)
      from connection j where j.id = ${id})`,
    reason,
    details: { about: 'connection', connection: name, adapter },
  });

/** What two people have agreed on. A removal waits for another request when a payment has become undecided since. */
export async function applyEnd(
  app: App,
  tx: Tx,
  me: Person,
  { act, connection, approved }: { act: End; connection: LockedConnection; approved: ApprovedRequest },
): Promise<void> {
  const { id, state } = connection;
  if (state !== (act === 'remove' ? 'off' : 'on')) throw refuse('approvals.outdated');
  if (act === 'remove' && (await countUndecided(tx, id)) > 0) throw refuse('approvals.outdated');
  await (act === 'remove' ? remove(tx, id) : turnOff(tx, id));
  const { reason, author, mark } = approved;
  await noteEnd(app, tx, me, act, connection, { reason, proposed_by: author, ...mark });
}

const turnOff = (tx: Tx, id: string) =>
  tx.run(sql`update connection set state = 'off', version = version + 1 where id = ${id} and state = 'on'`);

async function remove(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update connection set state = 'removed', version = version + 1 where id = ${id}`);
  await tx.run(sql`delete from connection_secret where connection_id = ${id}`);
}

const noteEnd = (
  app: App,
  tx: Tx,
  me: Person,
  act: End,
  { name: connection, adapter }: LockedConnection,
  agreed: AuditDetails = {},
): Promise<unknown> => note(app, tx, me, `connections.${act}`, { connection, adapter, ...agreed });
