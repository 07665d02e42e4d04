import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { verifyOfferings } from './verify-offerings.ts';

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await startServer();
  const staff = openStaffScreen(server, await server.register({ roles: ['client', 'finance'] }));
  id = await staff.publish({ mode: 'direct', price_low: '20.00', price_high: '20.00' });
});
afterAll(() => server.close());

const breaches = async () =>
  (await server.db.snapshot((tx) => verifyOfferings(tx, server.config))).flatMap(({ invariant, breach }) =>
    breach ? [invariant] : [],
  );

it('finds nothing where two people approved everything', async () => {
  expect(await breaches()).toEqual([]);
});

const terms = 'offerings have the terms that two people approved';
const requests = 'approvals of offerings were written by Atrium';
const offering = (changes: Sql) => (of: string) => sql`update ipo_offering set ${changes} where id = ${of}`;

it.each<[string, (of: string) => Sql, string[]]>([
  ['price of a direct offering', offering(sql`price_low_minor = 1, price_high_minor = 1`), [terms]],
  ['fee', offering(sql`fee_in_bps = 0`), [terms]],
  ['discount of an early exit', offering(sql`early_exit_bps = 0`), [terms]],
  ['time of the announcement', offering(sql`announced_at = null`), [terms]],
  ['final price', offering(sql`final_price_minor = 1`), ['final prices are what two people approved']],
  [
    'approval',
    (of) =>
      sql`update approval_request set value = jsonb_set(value, '{terms,fee_in_bps}', '0') where offering_id = ${of}`,
    [terms, requests],
  ],
  [
    'quoted price',
    (of) => sql`
      insert into ipo_price (offering_id, at, price_minor, source, approval_request_id)
      select ${of}, decided_at, 1, 'staff', id from approval_request where offering_id = ${of}`,
    ['quoted prices are what two people approved'],
  ],
])('names a forged %s', async (_, change, expected) => {
  await server.db.run(sql`create table former_offering as select * from ipo_offering where id = ${id}`);
  await server.db.run(
    sql`create table former_value as select id, value from approval_request where offering_id = ${id}`,
  );
  const guards = (word: 'disable' | 'enable') =>
    ['ipo_offering', 'ipo_price'].map((table) => sql([`alter table ${table} ${word} trigger user`]));
  await forge(server.ownerUrl, ...guards('disable'), change(id), ...guards('enable'));
  expect(await breaches()).toEqual(expected);
  await forge(
    server.ownerUrl,
    ...guards('disable'),
    sql`delete from ipo_price where offering_id = ${id}`,
    sql`update approval_request r set value = f.value from former_value f where f.id = r.id`,
    sql`
      update ipo_offering o set price_low_minor = f.price_low_minor, price_high_minor = f.price_high_minor, fee_in_bps = f.fee_in_bps,
             early_exit_bps = f.early_exit_bps, announced_at = f.announced_at, final_price_minor = f.final_price_minor
      from former_offering f where f.id = o.id`,
    ...guards('enable'),
    sql`drop table former_offering, former_value`,
  );
  expect(await breaches()).toEqual([]);
});
