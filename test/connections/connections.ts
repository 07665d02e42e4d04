import type { PortName } from '#contract/connections/names.ts';
import type { ConnectionValue } from '#server/platform/connections/value.ts';
import { addSecret } from '#server/platform/connections/secrets.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openRow, signNewRow } from '#server/platform/secrets/row-macs.ts';
import type { TestServer } from '#test/server.ts';

const initial: ConnectionValue = {
  name: 'Stand-in',
  settings: { address: 'http://127.0.0.1:9', mode: 'test' },
  in_own_network: false,
  countries: [],
  currencies: [],
  tiers: [],
  min: null,
  max: null,
  order: 100,
};

interface Given {
  port?: PortName;
  adapter?: string;
  value?: Partial<ConnectionValue>;
  secrets?: Record<string, string>;
}

/** A connection in use, without the two people whom `connections.test.ts` tests. */
export async function connectionInUse(
  server: TestServer,
  { port = 'payments', adapter = 'stand_in', value = {}, secrets = {} }: Given = {},
) {
  const id = newId();
  const hookPath = newId().replaceAll('-', '');
  const { id: by } = await server.db.one<{ id: string }>(sql`select id from person order by id limit 1`);
  const app = { config: server.config, clock: server.clock };
  await server.db.tx(async (tx) => {
    await tx.run(sql`
      insert into connection (id, port, adapter, hook_path, created_by, created_at)
      values (${id}, ${port}, ${adapter}, ${hookPath}, ${by}, ${server.clock.now()})`);
    await signNewRow(tx, server.config, 'connection', sql`j.id = ${id}`);
    for (const [name, secret] of Object.entries(
      adapter === 'stand_in' ? { api_key: 'key-1', hook_secret: 'whsec-1', ...secrets } : secrets,
    ))
      await addSecret(app, tx, { connectionId: id, name, secret, by });
  });
  await approvedAnyway(server, async (tx) => {
    await openRow(tx, server.config, 'connection', id, sql`j.id = ${id}`);
    await tx.run(sql`
      update connection set value = ${JSON.stringify({ ...initial, ...value })}::jsonb, state = 'on' where id = ${id}`);
    await tx.run(sql`update connection_secret set used_at = ${server.clock.now()} where connection_id = ${id}`);
  });
  return { id, hookPath, path: `/hooks/${id}/${hookPath}` };
}

/** Turns one off, or on again without the two people. */
export const turn = (server: TestServer, id: string, state: 'off' | 'on') =>
  approvedAnyway(server, async (tx) => {
    await openRow(tx, server.config, 'connection', id, sql`j.id = ${id}`);
    await tx.run(sql`update connection set state = ${state} where id = ${id}`);
  });

/** Past the triggers that ask for a second person, as only the owner of the tables can. */
export function approvedAnyway(server: TestServer, change: Parameters<TestServer['db']['tx']>[0]): Promise<unknown> {
  return server.db.tx(async (tx) => {
    await tx.run(sql`alter table connection disable trigger user`);
    await tx.run(sql`alter table connection_secret disable trigger user`);
    await change(tx);
    await tx.run(sql`alter table connection enable trigger user`);
    await tx.run(sql`alter table connection_secret enable trigger user`);
  });
}
