import { randomBytes } from 'node:crypto';
import type { PortName } from '#contract/connections/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { encrypt } from '#server/platform/secrets/encryption.ts';
import { openRow, signNewRow } from '#server/platform/secrets/row-macs.ts';
import type { TestServer } from '../server.ts';

interface NewConnection {
  port: PortName;
  adapter: string;
  settings: Record<string, unknown>;
  secrets?: Record<string, string>;
}

/** A connection that is on, as the screens of staff leave it; for ports that one person puts into use. */
export async function connectTo(server: TestServer, { port, adapter, settings, secrets = {} }: NewConnection) {
  const { app, clock, config } = server;
  const by = await server.register({ roles: ['client', 'admin'] });
  const id = newId();
  const hookPath = randomBytes(16).toString('hex');
  const value = {
    name: adapter,
    settings,
    in_own_network: true,
    countries: [],
    currencies: [],
    tiers: [],
    min: null,
    max: null,
    order: 1,
  };
  await app.db.tx(async (tx) => {
    await tx.run(sql`
      insert into connection (id, port, adapter, hook_path, created_by, created_at)
      values (${id}, ${port}, ${adapter}, ${hookPath}, ${by.user.id}, ${clock.now()})`);
    await signNewRow(tx, config, 'connection', sql`j.id = ${id}`);
    for (const [name, secret] of Object.entries(secrets)) {
      const secretId = newId();
      const encrypted = encrypt(
        config.appSecret,
        'atrium connection secrets 1',
        `${id} ${name} ${secretId}`,
        Buffer.from(secret),
      );
      await tx.run(sql`
        insert into connection_secret (id, connection_id, name, encrypted, hint, created_by, created_at)
        values (${secretId}, ${id}, ${name}, ${encrypted}, '', ${by.user.id}, ${clock.now()})`);
      await tx.run(sql`update connection_secret set used_at = ${clock.now()} where id = ${secretId}`);
    }
  });
  await setState(server, id, 'on', value);
  return { id, hookUrl: `${config.appUrl}/hooks/${id}/${hookPath}`, off: () => setState(server, id, 'off', value) };
}

async function setState({ app, config }: TestServer, id: string, state: 'on' | 'off', value: object): Promise<void> {
  await app.db.tx(async (tx) => {
    await openRow(tx, config, 'connection', id, sql`j.id = ${id}`);
    await tx.run(sql`
      update connection set value = ${JSON.stringify(value)}::jsonb, state = ${state}, version = version + 1 where id = ${id}`);
  });
}
