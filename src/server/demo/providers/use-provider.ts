import type { Connection } from '#contract/connections/endpoints.ts';
import { demoProviderNames, type DemoProviderName } from '#contract/demo/endpoints.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { addConnection, changeConnection } from '#server/connections/staff/change-connection.ts';
import { listConnections } from '#server/connections/staff/list-connections.ts';
import { takeIntoUse, testConnection } from '#server/connections/staff/use-connection.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { DemoProvider } from '../stand-ins/kinds.ts';
import { connectedTo, localPort, type Connected } from './connected.ts';
import type { DemoProviders } from './running.ts';

/** What is connected of a provider now. */
async function find(app: App, name: DemoProviderName): Promise<Connected | undefined> {
  const { connections } = await listConnections(app);
  return connectedTo(connections, name);
}

const isToBeUsed = ({ state, draft, secrets }: Connection) =>
  state === 'off' || draft !== null || secrets.some(({ waiting }) => waiting);

/**
 * Starts a provider of the demo and connects it as staff do: entered, tested and put into use, or proposed to another person.
 * @throws Refusal as `demo.use_provider` lists them
 */
export async function useProvider(
  app: App,
  running: DemoProviders,
  me: Person,
  { name, ...proof }: Proof & { name: DemoProviderName },
): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  const before = await find(app, name);
  const provider = await running.start(name, before?.port ?? 0).catch(() => running.start(name, 0));
  await app.db.tx(async (tx) => {
    await take(tx);
    // Two administrators at the same moment, or two tabs: the second one finds the connection of the first.
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('demo_provider'))`);
    await connect(app, tx, me, { name, provider, before: await find(app, name) });
  });
  const now = await find(app, name);
  if (!now) throw new Error(`the connection to the demo's ${name} is gone`);
  const { id, hook_url: hook } = now.connection;
  provider.report(hook ?? '');
  await testConnection(app, me, { connection_id: id });
  if (isToBeUsed(now.connection))
    await app.db.tx((tx) =>
      takeIntoUse(app, tx, me, { id, hours: 0, reason: app.text(me.language, 'demo.provider_reason') }),
    );
  return { status: 'ok' };
}

async function connect(
  app: App,
  tx: Tx,
  me: Person,
  { name, provider, before }: { name: DemoProviderName; provider: DemoProvider; before: Connected | undefined },
): Promise<void> {
  const { fields } = provider;
  if (!before) {
    const label = app.text(me.language, `connections.adapter_${name}`);
    const given = { name: label, in_own_network: false, countries: [], currencies: [], tiers: [], order: 100 };
    await addConnection(app, tx, me, { adapter: name, fields, ...given });
    return;
  }
  const { connection } = before;
  const value = connection.draft ?? connection.value;
  if (before.port === localPort(fields) || !value) return;
  const { settings: _, min, max, ...kept } = value;
  await changeConnection(app, tx, me, { id: connection.id, fields, ...kept, min: min ?? '', max: max ?? '' });
}

/** Starts what was connected before a restart, where its connection has it. */
export async function resumeProviders(app: App, running: DemoProviders): Promise<void> {
  const { connections } = await listConnections(app);
  for (const name of demoProviderNames) {
    const connected = connectedTo(connections, name);
    const isNeeded = connected && (connected.connection.state === 'on' || connected.connection.value === null);
    if (!isNeeded) continue;
    try {
      const provider = await running.start(name, connected.port);
      provider.report(connected.connection.hook_url ?? '');
    } catch (error) {
      app.log.warn({ err: error, provider: name }, 'a provider of the demo does not run: its port is taken');
    }
  }
}
