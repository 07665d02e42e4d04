import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import type { Probe } from '#server/platform/connections/outcome.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { note } from './change-connection.ts';
import { lockConnection, takesTwo, type LockedConnection, type StoredProbe } from './lock-connection.ts';
import { applyEnd } from './end-connection.ts';

type Done = Promise<{ status: 'ok' }>;

const hourMs = 3_600_000;

/**
 * Tests a connection as it is to be put into use. The calls run without a lock; the result counts only for the version
 * that was tested.
 * @throws Refusal as `connections.test` lists them
 */
export async function testConnection(app: App, me: Person, { connection_id: id }: { connection_id: string }): Done {
  const { version } = await app.db.tx((tx) => lockConnection(app, tx, id));
  const open = await app.connections.openDraft(id);
  if (!open) throw refuseField('adapter', 'connections.adapter');
  const probe = await open.port.test().catch((error: unknown): Probe => ({
    ok: false,
    steps: [{ name: 'test', ok: false, ms: 0, detail: error instanceof Error ? error.message : String(error) }],
  }));
  const steps = [...probe.steps, ...moneySteps(app, open.port)];
  const stored: StoredProbe = { ok: steps.every(({ ok }) => ok), steps, at: app.clock.now().toISOString(), version };
  await app.db.tx(async (tx) => {
    const { name, adapter } = await lockConnection(app, tx, id);
    await tx.run(sql`update connection set probe = ${JSON.stringify(stored)}::jsonb where id = ${id}`);
    await note(app, tx, me, 'connections.test', { connection: name, adapter });
  });
  return { status: 'ok' };
}

/** A provider of play money is used only in a demo, and one of real money only outside of one. */
function moneySteps({ config }: Pick<App, 'config'>, port: object): Probe['steps'] {
  if (!('live' in port) || typeof port.live !== 'boolean') return [];
  const ok = port.live === !config.demo;
  const found = port.live ? 'real money' : 'play money of a test system';
  const where = config.demo ? 'a demo takes play money only' : 'outside of a demo it takes nothing';
  return [{ name: 'real or play money', ok, ms: 0, detail: ok ? found : `${found}: ${where}` }];
}

/** @throws Refusal as `connections.use` lists them */
export async function useConnection(
  app: App,
  me: Person,
  {
    connection_id: id,
    overlap_hours: hours,
    reason,
    ...proof
  }: Proof & { connection_id: string; overlap_hours: number; reason: string },
): Done {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await takeIntoUse(app, tx, me, { id, hours, reason });
  });
  return { status: 'ok' };
}

/** @throws Refusal as `connections.use`, without those of the proof */
export async function takeIntoUse(
  app: App,
  tx: Tx,
  me: Person,
  { id, hours, reason }: { id: string; hours: number; reason: string },
): Promise<void> {
  const connection = await lockConnection(app, tx, id);
  const { name, adapter, draft, state, newSecrets } = connection;
  if (state === 'on' && draft === null && newSecrets === 0) throw refuse('connections.unchanged');
  if (!isTested(connection)) throw refuse('connections.untested');
  if (takesTwo(connection)) {
    await requestApproval(app, tx, me, {
      subject: { kind: 'connection', key: id, clientId: null },
      was: sql`(select jsonb_build_object('version', version) from connection where id = ${id})`,
      value: approvedValue(id, hours),
      reason,
      details: { about: 'connection', connection: name, adapter },
    });
    return;
  }
  await putIntoUse(app, tx, connection, hours);
  await note(app, tx, me, 'connections.use', { connection: name, adapter, reason });
}

const isTested = ({ probe, version }: LockedConnection) => probe !== null && probe.ok && probe.version === version;

/** The whole connection in this version, with the secrets that it will have: the database compares them. */
const approvedValue = (id: string, hours: number) => sql`(
  select jsonb_build_object(
    'name', coalesce(j.draft, j.value) ->> 'name', 'port', j.port, 'adapter', j.adapter, 'version', j.version,
    'value', coalesce(j.draft, j.value), 'overlap_hours', ${hours}::int,
    'act', case when j.value is null then 'add' when j.state = 'on' then 'change' else 'switch_on' end,
    'secrets', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'hint', s.hint) order by s.name)
      from connection_secret s where s.connection_id = j.id and s.used_at is null), '[]'))
  from connection j where j.id = ${id})`;

/** Puts a tested connection into use, with secrets that replace those of their names. */
async function putIntoUse(app: App, tx: Tx, connection: LockedConnection, hours: number): Promise<void> {
  const { id, port, adapter, value, draft } = connection;
  const now = app.clock.now();
  // What was entered for other servers is not sent to the new ones.
  const moves =
    value !== null && draft !== null && app.connections.leadsElsewhere(adapter, value.settings, draft.settings);
  const until = moves ? now : new Date(now.getTime() + hours * hourMs);
  await tx.run(sql`
    update connection_secret o set ends_at = least(coalesce(o.ends_at, 'infinity'), ${until})
    where o.connection_id = ${id} and o.used_at is not null and (${moves} or exists (
      select from connection_secret s where s.connection_id = ${id} and s.name = o.name and s.used_at is null))`);
  await tx.run(sql`update connection_secret set used_at = ${now} where connection_id = ${id} and used_at is null`);
  await tx.run(sql`
    update connection set value = coalesce(draft, value), draft = null, state = 'on', version = version + 1,
      probe = jsonb_set(probe, '{version}', to_jsonb(version + 1))
    where id = ${id}`);
  await app.connections.followUse(tx, port, (draft ?? value)?.settings ?? {});
}

/** What two people have agreed on is put into use as it was requested, or not at all. */
export const connectionApproval = (app: App): ApprovalHandler => ({
  async lock(tx, { key }) {
    await tx.run(sql`select from connection where id::text = ${key} for update`);
  },
  async apply(tx, me, approved) {
    const { subject, value, reason, author, mark } = approved;
    const { act, version, overlap_hours: hours } = value as { act: string; version: number; overlap_hours: number };
    const connection = await lockConnection(app, tx, subject.key ?? '').catch(() => undefined);
    if (connection?.version !== version) throw refuse('approvals.outdated');
    if (act === 'switch_off' || act === 'remove') return applyEnd(app, tx, me, { act, connection, approved });
    if (!isTested(connection)) throw refuse('approvals.outdated');
    await putIntoUse(app, tx, connection, hours);
    const { name, adapter } = connection;
    await note(app, tx, me, 'connections.use', { connection: name, adapter, reason, proposed_by: author, ...mark });
  },
});
