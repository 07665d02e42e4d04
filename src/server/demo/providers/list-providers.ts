import type { ResponseOf } from '#contract/api.ts';
import { adapterTerms } from '#contract/connections/adapters.ts';
import { portsOfTwo } from '#contract/connections/names.ts';
import { demoProviderNames, type DemoProviderName } from '#contract/demo/endpoints.ts';
import { listConnections } from '#server/connections/staff/list-connections.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { connectedTo, localPort } from './connected.ts';
import type { DemoProviders } from './running.ts';

type Shown = ResponseOf<'GET /api/demo/providers'>;

/** Each provider of the demo with what is connected of it, and who may approve what this administrator connects. */
export async function listProviders(app: App, running: DemoProviders, me: Person): Promise<Shown> {
  const now = app.clock.now();
  const [{ connections }, requests, approvers] = await Promise.all([
    listConnections(app),
    app.db.rows<{ key: string }>(sql`
      select r.key from approval_request r where r.kind = 'connection' and r.state = 'open' and r.expires_at > ${now}`),
    app.db.rows<{ name: string }>(sql`
      select s.full_name as name from person s
      where s.roles && approver_roles('connection') and is_available_approver(s.id, 'connection', ${me.id}, ${now}) and s.id <> ${me.id}
      order by s.full_name limit 5`),
  ]);
  const show = async (name: DemoProviderName): Promise<Shown['providers'][number]> => {
    const port = adapterTerms(name)?.port ?? 'payments';
    const connected = connectedTo(connections, name);
    const provider = await running.of(name);
    const isRunning =
      connected !== undefined && provider !== undefined && connected.port === localPort(provider.fields);
    const isWaiting = requests.some(({ key }) => key === connected?.connection.id);
    const { state = 'off' } = connected?.connection ?? {};
    return {
      name,
      port,
      takes_two: portsOfTwo.includes(port),
      state: connected ? (isRunning ? (isWaiting ? 'waiting' : state) : 'stopped') : 'none',
      page: isRunning ? provider.url : null,
    };
  };
  return { providers: await Promise.all(demoProviderNames.map(show)), approvers: approvers.map(({ name }) => name) };
}
