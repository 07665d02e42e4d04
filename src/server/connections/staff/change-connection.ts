import { randomBytes } from 'node:crypto';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { addSecret } from '#server/platform/connections/secrets.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockConnection } from './lock-connection.ts';
import { readInput, termsOf, type ReadInput } from './read-input.ts';

type Given = Parameters<typeof readInput>[2];
type Input = Given & Proof;
type Done = Promise<{ status: 'ok' }>;

/** @throws Refusal as `connections.create` lists them */
export async function createConnection(
  app: App,
  me: Person,
  { adapter, current_password, code, passkey, ...given }: Input & { adapter: string },
): Promise<{ connection_id: string }> {
  const take = await prove(app, me, { current_password, code, passkey });
  return app.db.tx(async (tx) => {
    await take(tx);
    return { connection_id: await addConnection(app, tx, me, { adapter, ...given }) };
  });
}

/** @throws Refusal as `connections.create`, without those of the proof */
export async function addConnection(
  app: App,
  tx: Tx,
  me: Person,
  { adapter, ...given }: Given & { adapter: string },
): Promise<string> {
  const id = newId();
  const input = readInput(app, adapter, given);
  const { port, secrets } = termsOf(app, adapter);
  for (const [name, { optional }] of Object.entries(secrets))
    if (!optional && !input.secrets[name]) throw refuseField(`field_${name}`, 'validation.required');
  await tx.run(sql`
    insert into connection (id, port, adapter, hook_path, draft, created_by, created_at)
    values (${id}, ${port}, ${adapter}, ${randomBytes(16).toString('hex')}, ${JSON.stringify(input.value)}::jsonb, ${me.id}, ${app.clock.now()})`);
  await signNewRow(tx, app.config, 'connection', sql`j.id = ${id}`);
  await addSecrets(app, tx, id, me, input);
  await note(app, tx, me, 'connections.create', { connection: input.value.name, adapter });
  return id;
}

/** @throws Refusal as `connections.edit` lists them */
export async function editConnection(
  app: App,
  me: Person,
  { connection_id: id, current_password, code, passkey, ...given }: Input & { connection_id: string },
): Done {
  const take = await prove(app, me, { current_password, code, passkey });
  await app.db.tx(async (tx) => {
    await take(tx);
    await changeConnection(app, tx, me, { id, ...given });
  });
  return { status: 'ok' };
}

/** @throws Refusal as `connections.edit`, without those of the proof */
export async function changeConnection(
  app: App,
  tx: Tx,
  me: Person,
  { id, ...given }: Given & { id: string },
): Promise<void> {
  const { adapter, value, draft } = await lockConnection(app, tx, id);
  const input = readInput(app, adapter, given);
  if (value) keepAccount(app, adapter, value, input.value);
  const before = draft ?? value;
  if (before && app.connections.leadsElsewhere(adapter, before.settings, input.value.settings))
    requireSecrets(app, adapter, input);
  await tx.run(sql`
    update connection set draft = ${JSON.stringify(input.value)}::jsonb, version = version + 1 where id = ${id}`);
  await addSecrets(app, tx, id, me, input);
  await note(app, tx, me, 'connections.edit', { connection: input.value.name, adapter });
}

/** What was begun at an account is looked up there; at another one it would be found missing, and a payout be sent twice. */
function keepAccount(
  app: App,
  adapter: string,
  { settings: now }: ConnectionValue,
  { settings }: ConnectionValue,
): void {
  for (const [name, { account }] of Object.entries(termsOf(app, adapter).settings))
    if (account && settings[name] !== now[name]) throw refuseField(`field_${name}`, 'connections.account_fixed');
}

/** A secret goes to the servers for which it was entered, and to no others. */
function requireSecrets(app: App, adapter: string, { secrets }: ReadInput): void {
  for (const [name, { optional }] of Object.entries(termsOf(app, adapter).secrets))
    if (!optional && !secrets[name]) throw refuseField(`field_${name}`, 'connections.secret_again');
}

async function addSecrets(app: App, tx: Tx, id: string, me: Person, { secrets }: ReadInput): Promise<void> {
  for (const [name, secret] of Object.entries(secrets))
    await addSecret(app, tx, { connectionId: id, name, secret, by: me.id });
}

export const note = (
  app: App,
  tx: Tx,
  me: Person,
  action: AuditActionOf<'connections'>,
  details: AuditDetails,
): Promise<unknown> => writeAudit(tx, app.clock, { actorId: me.id, action, details });
