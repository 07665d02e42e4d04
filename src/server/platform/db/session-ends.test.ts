import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { applyMigrations } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const { url, drop } = await testDatabase();
afterAll(drop);

const hourMs = 3_600_000;

it('sessions of before get an end, and those of staff one within half a day', async () => {
  const all = await readMigrations(resolve('migrations'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await applyMigrations(
    client,
    all.filter(({ name }) => name < '0055'),
  );
  await client.query(`
    insert into client (id, email, password_hash, first_name, second_name, country, language, roles, terms_version, terms_accepted_at, created_at)
    select gen_random_uuid(), role || '@example.com', 'x', 'Ida', 'Berg', 'DE', 'en', array['client', role], '1', now(), now()
    from unnest(array['admin', 'support', 'client']) role`);
  await client.query("update client set roles = '{client}' where email = 'client@example.com'");
  await client.query(`
    insert into session (id, client_id, token_hash, binding_hash, remember, address, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), id, sha256((email || remember)::bytea), 'x', remember, '203.0.113.1', now(), now(), now() + interval '300 days'
    from client, unnest(array[true, false]) remember`);
  await applyMigrations(
    client,
    all.filter(({ name }) => name >= '0055' && name < '0056'),
  );
  const { rows } = await client.query<{ email: string; expires: Date; ends: Date }>(
    'select email, expires_at as expires, ends_at as ends from session s join client c on c.id = s.client_id order by email',
  );
  await client.end();
  const hours = (at: Date) => Math.round((at.getTime() - Date.now()) / hourMs);
  expect(rows.map(({ email, expires, ends }) => [email.split('@')[0], hours(expires), hours(ends)])).toEqual([
    ['admin', 12, 12],
    ['admin', 12, 12],
    ['client', 7200, 7200],
    ['client', 7200, 7200],
    ['support', 12, 12],
    ['support', 12, 12],
  ]);
});
