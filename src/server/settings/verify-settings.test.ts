import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import initialValues from './stored/initial-values.json' with { type: 'json' };
import { tables } from './stored/setting-stores.ts';
import { verifySettings } from './verify-settings.ts';

let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  await save('brand.color', '#112233', 0);
  await save('brand.color', '#445566', 1);
  await save('trading.accounts_per_client', 5, 0);
});
afterAll(() => server.close());

async function save(key: string, value: unknown, version: number) {
  const body = { key, value, version, reason: 'for the test' } as never;
  const { status, refusal } = await server.call('POST /api/staff/settings/save', { as: admin, body });
  expect([status, refusal]).toMatchObject([200, {}]);
}

/** What is found after a change past the program. */
const verified = (change?: Sql) =>
  server.db
    .tx(async (tx) => {
      await tx.run(sql`alter table setting_version disable trigger user`);
      if (change) await tx.run(change);
      throw Object.assign(new Error('undone'), await verifySettings(tx, server.config));
    })
    .catch((error: Awaited<ReturnType<typeof verifySettings>>) => error);

const findings = async (change?: Sql) => (await verified(change)).findings;

const forged = (byId: string | null) => sql`
  insert into setting_version (id, key, number, was, value, by_id, created_at)
  values (${newId()}, 'brand.name', 2, '"Atrium"', '"Forged"', ${byId}, ${server.clock.now()})`;

it('finds nothing where the program saved everything', async () => {
  expect(await verified()).toMatchObject({ findings: [], forged: [] });
});

it.each([
  ['an author', () => admin.user.id],
  ['no author', () => null],
])('names a version with %s that no entry explains', async (_, byId) => {
  expect(await findings(forged(byId()))).toEqual([{ key: 'brand.name', number: 2, logged: null, stored: 'Forged' }]);
});

it('knows the values of the migrations', async () => {
  const read = Object.entries(tables).map(async ([key, store]) => [key, await store.read(server.db)]);
  expect(initialValues).toEqual(Object.fromEntries(await Promise.all(read)));
});

it.each([
  ['payments.terms', sql`update payment_terms set fee_fixed = 0, fee_percent = 0 where kind = 'withdrawal'`],
  ['payments.limits', sql`update payment_limit set per_day = null where level = 3 and kind = 'withdrawal'`],
  ['payments.second_approver_from', sql`update payment_setting set second_approver_from = 100000000`],
  ['payments.approver_day_total', sql`update payment_setting set approver_day_total = 10000000000`],
  [
    'payments.bank_accounts',
    sql`insert into payment_bank_account (currency, beneficiary, bank, iban, bic) values ('USD', 'A', 'B', 'GB33BUKB20201555555555', 'BUKBGB22')`,
  ],
  ['tiers.levels', sql`update tier set from_cents = 1 where name = 'silver'`],
  ['tiers.days_below', sql`update tier_setting set days_below = 365`],
  ['tiers.benefits', sql`update tier_benefit set value = '0' where benefit = 'ipo_fee_percent' and tier = 'vip'`],
  ['verification.min_age', sql`update verification_setting set min_age = 16`],
  ['ipo.band_high_percent', sql`update ipo_setting set band_high_percent = 900`],
  ['currencies.quote_seconds', sql`update conversion_setting set quote_lifetime_s = 300`],
])('names the table that has another value than its setting: %s', async (key, change) => {
  expect(await findings(change)).toMatchObject([{ key, number: null }]);
});

it('names a changed value, and a version that is gone', async () => {
  const changed = sql`update setting_version set value = '"#000000"' where key = 'brand.color' and number = 2`;
  const found = { key: 'brand.color', number: 2, logged: '#445566' };
  expect(await findings(changed)).toEqual([{ ...found, stored: '#000000' }]);
  const gone = sql`delete from setting_version where key = 'brand.color' and number = 2`;
  expect(await findings(gone)).toEqual([{ ...found, stored: null }]);
});

it.each([
  ['value', sql`value = '"#000000"'`],
  ['earlier value', sql`was = '"#000000"'`],
  ['reason', sql`reason = 'another'`],
  ['author', sql`by_id = null`],
  ['time', sql`created_at = created_at - interval '1 day'`],
])('names a version whose %s was changed, by its MAC', async (_, change) => {
  const { forged } = await verified(sql`update setting_version set ${change} where key = 'brand.color' and number = 1`);
  expect(forged).toEqual(['brand.color 1']);
});
