import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovedRequest } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { note } from './change-connection.ts';
import { lockConnection, offTakesTwo, type LockedConnection } from './lock-connection.ts';

type Done = Promise<{ status: 'ok' }>;

/** @throws Refusal as `connections.switch_off` lists them */
export async function switchOff(app: App, me: Person, { connection_id: id }: { connection_id: string }): Done {
  await app.db.tx(async (tx) => {
    const connection = await lockConnection(app, tx, id);
    if (offTakesTwo(app, connection)) throw refuse('connections.off_takes_two');
    const { name, adapter } = connection;
    await turnOff(tx, id);
    await note(app, tx, me, 'connections.switch_off', { connection: name, adapter });
  });
  return { status: 'ok' };
}

/** @throws Refusal as `connections.request_off` lists them */
export async function requestOff(
  app: App,
  me: Person,
  { connection_id: id, reason, ...proof }: Proof & { connection_id: string; reason: string },
): Done {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const { name, adapter, state } = await lockConnection(app, tx, id);
    if (state === 'off') return;
    await requestApproval(app, tx, me, {
      subject: { kind: 'connection', key: id, clientId: null },
      was: sql`(select jsonb_build_object('version', version) from connection where id = ${id})`,
      value: sql`(
        select jsonb_build_object('name', j.value ->> 'name', 'port', j.port, 'adapter', j.adapter, 'version', j.version,
          'value', j.value, 'act', 'switch_off', 'secrets', '[]'::jsonb)
        from connection j where j.id = ${id})`,
      reason,
      details: { about: 'connection', connection: name, adapter },
    });
  });
  return { status: 'ok' };
}

/** What two people have agreed on. */
export async function applyOff(
  app: App,
  tx: Tx,
  me: Person,
  { id, name, adapter, state }: LockedConnection,
  { reason, author, mark }: ApprovedRequest,
): Promise<void> {
  if (state === 'off') throw refuse('approvals.outdated');
  await turnOff(tx, id);
  await note(app, tx, me, 'connections.switch_off', {
    connection: name,
    adapter,
    reason,
    proposed_by: author,
    ...mark,
  });
}

const turnOff = (tx: Tx, id: string) =>
  tx.run(sql`update connection set state = 'off', version = version + 1 where id = ${id} and state = 'on'`);
