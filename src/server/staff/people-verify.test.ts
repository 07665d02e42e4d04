import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openOffering } from '#test/ipo/offerings.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { dayAhead, permitDealing } from '#test/compliance/staff-dealing.ts';
import { makeFirstAdministrator } from './first-administrator.ts';
import { verifyPeople } from './people-verify.ts';

let server: TestServer;
let admin: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  const first = await server.register();
  await server.db.run(sql`update person set email_verified_at = created_at where id = ${first.user.id}`);
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

it('finds nothing where the program did everything', async () => {
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
    () => [sql`update person set roles = '{client,admin}' where id = ${ida.user.id}`],
    () => [of(ida, 'roles', '–', 'admin')],
  ],
  [
    'a level by hand',
    () => [sql`update person set level_override = 4, verification_level = 4 where id = ${ida.user.id}`],
    () => [of(ida, 'level by hand', '–', '4')],
  ],
  [
    'a risk rating',
    () => [sql`update person set risk_rating = 'low' where id = ${ida.user.id}`],
    () => [of(ida, 'risk rating', '–', 'low')],
  ],
  [
    'a level that nothing proves',
    () => [sql`update person set verification_level = 3 where id = ${ida.user.id}`],
    () => [of(ida, 'level', '0', '3')],
  ],
  [
    'a block that was lifted',
    () => [sql`update person set blocked_at = null where id = ${ida.user.id}`],
    () => [of(ida, 'block', 'blocked', 'not blocked')],
  ],
  [
    'a factor that was taken away',
    () => [
      sql`update person set second_factor_at = null where id in (select person_id from totp)`,
      sql`delete from totp`,
    ],
    () => [expect.objectContaining({ what: 'authenticator app', logged: 'on', stored: 'off' }) as never],
  ],
  [
    'a limit',
    () => [
      sql`insert into client_override (client_id, kind, max_accounts, reason, set_at)
          values (${ida.user.id}, 'trading_accounts', 100, '–', product_clock())`,
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
        await tx.run(sql`alter table person disable trigger user`);
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
      await tx.run(sql`alter table person disable trigger user`);
      await tx.run(sql`update person set roles = '{client,admin}' where id = ${otto.user.id}`);
      await tx.run(sql`
        insert into audit_entry (id, actor_id, client_id, action, details, created_at, mac)
        values (${id}, ${admin.user.id}, ${otto.user.id}, 'staff.set_roles', '{"from": "–", "to": "admin"}', now(), sha256('made up'))`);
      throw Object.assign(new Error('undone'), await verifyPeople(tx));
    })
    .catch((error: Awaited<ReturnType<typeof verifyPeople>>) => error);
  expect(proof.findings).toEqual([of(otto, 'roles', '–', 'admin')]);
  expect(proof.forged).toEqual([{ id, seq: null }]);
});

describe('an exception that lets staff deal', () => {
  let carl: Session;
  let vera: Session;
  let whom: Session;
  let own: TestServer;
  beforeAll(async () => {
    own = await startServer();
    [carl, vera, whom] = [
      await own.register({ roles: ['client', 'compliance'] }),
      await own.register({ roles: ['client', 'compliance'] }),
      await own.register({ roles: ['client', 'finance'] }),
    ];
  });
  afterAll(() => own.close());
  /** Roles that the test has given by SQL are no matter here. */
  const exceptions = async (change?: Sql) =>
    own.db
      .tx(async (tx) => {
        await tx.run(sql`alter table dealing_exception disable trigger user`);
        if (change) await tx.run(change);
        throw Object.assign(new Error('undone'), await verifyPeople(tx));
      })
      .catch((error: Awaited<ReturnType<typeof verifyPeople>>) =>
        error.findings.filter(({ what }) => what.startsWith('dealing')),
      );

  it('is what two agreed on and has not ended, of accounts as of one offering', async () => {
    const stock_id = await openOffering(own);
    await permitDealing(own, [carl, vera], whom, { scope: 'accounts' });
    await permitDealing(own, [carl, vera], whom, { scope: 'offerings', stock_id });
    expect(await exceptions()).toEqual([]);
    const until = dayAhead(own, 30);
    expect(await exceptions(sql`update dealing_exception set until = until + 1 where scope = 'accounts'`)).toEqual([
      of(whom, 'dealing exception accounts', until, dayAhead(own, 31)),
    ]);
    expect(
      await exceptions(sql`update dealing_exception set client_id = ${carl.user.id} where scope = ${stock_id}`),
    ).toEqual(
      expect.arrayContaining([
        of(whom, `dealing exception ${stock_id}`, until, '–'),
        of(carl, `dealing exception ${stock_id}`, '–', until),
      ]),
    );
  });

  it('is named where it came back after it was ended', async () => {
    const { id } = await own.db.one<{ id: string }>(sql`select id from dealing_exception where scope = 'accounts'`);
    const body = { exception_id: id, reason: 'The offering is priced.', current_password: carl.password };
    expect((await own.call('POST /api/staff/clients/dealing/end', { as: carl, body })).status).toBe(200);
    expect(await exceptions()).toEqual([]);
    const revived = sql`update dealing_exception set ended_at = null, ended_by = null where id = ${id}`;
    expect(await exceptions(revived)).toEqual([of(whom, 'dealing exception accounts', '–', dayAhead(own, 30))]);
  });

  it('was recorded by the name of its offering in earlier versions', async () => {
    const { name, stock, until } = await own.db.one<{ name: string; stock: string; until: string }>(sql`
      select o.issuer || ' (' || o.ticker || ')' as name, o.id as stock, d.until::text as until
      from dealing_exception d join ipo_offering o on o.id = d.offering_id`);
    const details = { about: 'dealing_offerings', until };
    const entry = { actorId: carl.user.id, clientId: whom.user.id } as const;
    await own.db.tx((tx) =>
      writeAudit(tx, own.clock, { ...entry, action: 'staff.end_dealing', details: { ...details, offering: name } }),
    );
    expect(await exceptions()).toEqual([of(whom, `dealing exception ${stock}`, '–', until)]);
  });
});
