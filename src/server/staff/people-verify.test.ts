import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { setUpTotp } from '#test/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { makeFirstAdministrator } from './first-administrator.ts';
import { verifyPeople } from './people-verify.ts';

let server: TestServer;
let admin: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  const first = await server.register();
  await server.db.run(sql`update client set email_verified_at = created_at where id = ${first.user.id}`);
  await makeFirstAdministrator({ ...server.app, db: server.db }, first.user.email);
  admin = await server.signIn({ email: first.user.email });
  ida = await server.register();
});
afterAll(() => server.close());

const findings = async () => (await server.db.snapshot(verifyPeople)).findings;
const of = ({ user }: Session, what: string, logged: string, stored: string) => ({
  clientId: user.id,
  what,
  logged,
  stored,
});

it('finds nothing where everything was done by the program', async () => {
  const otto = await server.register();
  await setUpTotp(server, otto);
  const blocking = { client_id: ida.user.id, reason: 'under_inquiry' };
  const blocked = await server.call('POST /api/staff/clients/block', { as: admin, body: blocking });
  expect(blocked.status).toBe(200);
  expect(await findings()).toEqual([]);
});

/** A change by SQL, with the triggers out of the way as only the owner of the tables can, and what it is named as. */
const forged: [string, () => Sql[], () => ReturnType<typeof of>[]][] = [
  [
    'a role',
    () => [sql`update client set roles = '{client,admin}' where id = ${ida.user.id}`],
    () => [of(ida, 'roles', '–', 'admin')],
  ],
  [
    'a level by hand',
    () => [sql`update client set level_override = 4, verification_level = 4 where id = ${ida.user.id}`],
    () => [of(ida, 'level by hand', '–', '4')],
  ],
  [
    'a level that nothing proves',
    () => [sql`update client set verification_level = 3 where id = ${ida.user.id}`],
    () => [of(ida, 'level', '0', '3')],
  ],
  [
    'a block that was lifted',
    () => [sql`update client set blocked_at = null where id = ${ida.user.id}`],
    () => [of(ida, 'block', 'blocked', 'not blocked')],
  ],
  [
    'a factor that was taken away',
    () => [
      sql`update client set second_factor_at = null where id in (select client_id from totp)`,
      sql`delete from totp`,
    ],
    () => [expect.objectContaining({ what: 'authenticator app', logged: 'on', stored: 'off' }) as never],
  ],
  [
    'a limit',
    () => [
      sql`insert into client_override (client_id, kind, most_accounts, reason, set_at)
          values (${ida.user.id}, 'trading_accounts', 100, '–', now())`,
    ],
    () => [of(ida, 'limit trading_accounts', '–', '100')],
  ],
  [
    'a key of a program',
    () => [
      sql`insert into operator_key (id, name, scopes, created_by, created_at)
          values (${newId()}, 'Forged', '{clients:read}', ${admin.user.id}, now())`,
    ],
    () => [of(admin, 'operator key Forged', '–', 'clients:read')],
  ],
];

describe('what was changed by SQL', () => {
  it.each(forged)('%s is named', async (_, change, named) => {
    const found = await server.db
      .tx(async (tx) => {
        await tx.run(sql`alter table client disable trigger user`);
        await tx.run(sql`alter table client_override disable trigger user`);
        for (const statement of change()) await tx.run(statement);
        throw Object.assign(new Error('undone'), await verifyPeople(tx));
      })
      .catch((error: { findings: object[] }) => error.findings);
    expect(found).toEqual(named());
  });
});

it('believes no entry of the audit log that was written past the program', async () => {
  const otto = await server.register();
  const id = newId();
  const proof = await server.db
    .tx(async (tx) => {
      await tx.run(sql`alter table client disable trigger user`);
      await tx.run(sql`update client set roles = '{client,admin}' where id = ${otto.user.id}`);
      await tx.run(sql`
        insert into audit_entry (id, actor_id, client_id, act, details, created_at, mac)
        values (${id}, ${admin.user.id}, ${otto.user.id}, 'staff.set_roles', '{"from": "–", "to": "admin"}', now(), sha256('made up'))`);
      throw Object.assign(new Error('undone'), await verifyPeople(tx));
    })
    .catch((error: Awaited<ReturnType<typeof verifyPeople>>) => error);
  expect(proof.findings).toEqual([of(otto, 'roles', '–', 'admin')]);
  expect(proof.forged).toEqual([{ id, seq: null }]);
});
