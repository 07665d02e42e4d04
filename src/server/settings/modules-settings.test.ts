import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { protectedKeys, settingKeys, type ProtectedKey } from '#contract/settings/names.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { confirmAs, setLevel } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { declared, decide, reach, send } from '#test/compliance/verification.ts';
import { deposit } from '#test/money/wallet.ts';

/** Settings of tiers, verification and offerings, with one administrator alone and the rights that serve. */
let server: TestServer;
let ada: Session;
/** A person of compliance, where a test has one. */
let viktor: Session;
const dayMs = 86_400_000;

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.storeSessions();
  await server.db.run(sql`delete from rate_window`);
});

async function valueOf<Key extends ProtectedKey>(key: Key): Promise<SettingValues[Key]> {
  const { body } = await server.call('POST /api/staff/settings', { as: ada, body: {} });
  return body.settings.find((each) => each.key === key)?.value as SettingValues[Key];
}
const historyOf = async (key: ProtectedKey) =>
  (await server.call('POST /api/staff/settings/history', { as: ada, body: { key } })).body.versions;
async function change(key: ProtectedKey, value: unknown) {
  const version = (await historyOf(key))[0]?.version ?? 0;
  return server.call('POST /api/staff/settings/protected', {
    as: ada,
    body: { key, value, version, reason: 'as agreed', current_password: ada.password },
  });
}
async function set(key: ProtectedKey, value: unknown): Promise<void> {
  const { status, body, refusal } = await change(key, value);
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  if (body.outcome === 'proposed') await agree(key);
}
/** Confirms as compliance, where there is a person of compliance. */
async function agree(key: ProtectedKey): Promise<void> {
  const { body } = await server.call('POST /api/staff/approvals', { as: viktor, body: {} });
  const open = body.approval_requests.find((each) => each.kind === 'setting' && each.key === key);
  expect((await confirmAs(server, viktor, open?.id ?? '')).status).toBe(200);
}

describe('settings of the modules', () => {
  const numbers: [ProtectedKey, number, number[]][] = [
    ['tiers.days_below', 10, [-1, 366]],
    ['verification.review_hours', 8, [0, 721]],
    ['verification.lock_minutes', 5, [0, 481]],
    ['verification.residence_months', 6, [0, 13]],
    ['verification.min_age', 21, [15, 100]],
    ['ipo.band_low_percent', 75, [0, 101]],
    ['ipo.band_high_percent', 130, [99, 1001]],
    ['ipo.confirm_minutes', 60, [59, 91]],
    ['ipo.supplement_days', 2, [0, 11]],
    ['ipo.suitability_days', 180, [0, 3651]],
    ['ipo.exit_quote_seconds', 30, [4, 601]],
    ['ipo.price_age_seconds', 600, [9, 86_401]],
    ['ipo.price_tolerance', 25, [-1, 1001]],
  ];
  it.each(numbers)('%s becomes %i, is in the history, and has bounds', async (key, value, beyond) => {
    const was = await valueOf(key);
    for (const each of beyond) expect((await change(key, each)).refusal.errors?.['value']).toHaveLength(1);
    await set(key, value);
    expect(await valueOf(key)).toBe(value);
    expect((await change(key, value)).refusal.code).toBe('settings.same');
    expect(await historyOf(key)).toMatchObject([{ version: 1, was, value, by: 'Ida Berg', reason: 'as agreed' }]);
    await set(key, was);
  });

  it('are protected by the database where the contract says so', async () => {
    const rows = await server.db.rows<{ key: string }>(sql`
      select key from unnest(${[...settingKeys]}::text[]) key where setting_is_protected(key)`);
    expect(rows.map(({ key }) => key).toSorted()).toEqual([...protectedKeys].toSorted());
  });
});

describe('tiers', () => {
  const tierOf = async ({ user }: Session) =>
    (await server.db.one<{ tier: string }>(sql`select tier from client_benefit where client_id = ${user.id}`)).tier;
  async function nextDay(days = 1) {
    for (let passed = 0; passed < days; passed += 1) {
      server.clock.advance(dayMs);
      await server.app.jobs.run('portfolio.measure_tiers');
    }
    await server.storeSessions();
  }

  it.each<[string, (now: SettingValues['tiers.levels']) => unknown]>([
    ['that are one too few', (now) => now.slice(1)],
    ['in another order', (now) => now.toReversed()],
    ['below nought', (now) => now.map((each) => ({ ...each, from: '-1' }))],
    ['of which the lowest takes something', (now) => now.map((each, index) => ({ ...each, from: `${index + 1}` }))],
    [
      'of which two take the same',
      (now) => now.map((each) => ({ ...each, from: each.tier === 'vip' ? '20000' : each.from })),
    ],
  ])('are not levels %s', async (_, input) => {
    const { status, refusal } = await change('tiers.levels', input(await valueOf('tiers.levels')));
    expect([status, refusal.errors?.['value']?.length]).toEqual([422, 1]);
  });

  it('count from the next evaluation on, and no client loses a tier early because of a setting', async () => {
    await server.app.jobs.run('portfolio.measure_tiers');
    const [lena, otto] = [await server.register(), await server.register()];
    await deposit(server.db, lena.user.id, 150_000n, server.clock.now());
    await deposit(server.db, otto.user.id, 80_000n, server.clock.now());
    await nextDay();
    expect([await tierOf(lena), await tierOf(otto)]).toEqual(['silver', 'standard']);

    // Each takes what the next one took: in the course of the statement two are the same.
    const before = await valueOf('tiers.levels');
    const takes = ['0', '5000', '20000', '50000', '90000'];
    await set(
      'tiers.levels',
      before.map((each, index) => ({ ...each, from: takes[index] })),
    );
    expect((await valueOf('tiers.levels')).map(({ from }) => from)).toEqual(takes.map((each) => `${each}.00`));
    const { body } = await server.call('POST /api/portfolio/tiers', { as: lena, body: {} });
    expect(body.tiers.map(({ from }) => from)).toEqual(takes.map((each) => `${each}.00`));
    await nextDay(30);
    expect(await tierOf(lena)).toBe('silver');
    await nextDay();
    expect(await tierOf(lena)).toBe('standard');

    await set('tiers.levels', [{ ...before[0], from: '0' }, { ...before[1], from: '500' }, ...before.slice(2)]);
    expect([await tierOf(lena), await tierOf(otto)]).toEqual(['standard', 'standard']);
    await nextDay();
    expect([await tierOf(lena), await tierOf(otto)]).toEqual(['silver', 'silver']);
    await set('tiers.levels', before);
  });

  it.each<[string, object]>([
    ['whose fee is higher', { ipo_fee_percent: '4' }],
    ['whose weight is lower', { allotment_weight: '0.5' }],
    ['which lets off less of a fee', { withdrawal_fee_off_percent: '0' }],
    ['whose limits are lower', { withdrawal_limit_factor: '1' }],
    ['without the manager that others have', { personal_manager: false }],
    ['that reads less', { content: 'public' }],
  ])('give nothing less: none %s', async (_, less) => {
    const now = await valueOf('tiers.benefits');
    const input = now.map((each) => (each.tier === 'vip' ? { ...each, ...less } : each));
    expect((await change('tiers.benefits', input)).refusal.errors?.['value']?.[0]?.code).toBe('settings.tier_worse');
  });

  it('take effect in every module', async () => {
    const now = await valueOf('tiers.benefits');
    expect(now[0]).toEqual({
      tier: 'standard',
      ipo_fee_percent: '3',
      allotment_weight: '1',
      withdrawal_fee_off_percent: '0',
      withdrawal_limit_factor: '1',
      personal_manager: false,
      content: 'public',
    });
    const input = now.map((each) => ({
      ...each,
      ipo_fee_percent: '0.50',
      personal_manager: true,
      content: 'research',
    }));
    await set('tiers.benefits', input);
    expect(
      await server.db.one(sql`
        select ipo_fee_percent as fee, personal_manager as manager, content, support_hours as hours from client_benefit where client_id = ${ada.user.id}`),
    ).toEqual({ fee: '0.5', manager: true, content: 'research', hours: 24 });
    expect((await historyOf('tiers.benefits'))[0]).toMatchObject({ was: now, by: 'Ida Berg' });
    await set('tiers.benefits', now);
  });
});

describe('levels of verification', () => {
  const follow = () => server.app.jobs.run('verification.follow_levels');
  const shown = async (as: Session) => (await server.call('POST /api/verification', { as, body: {} })).body;
  const needs = async (as: Session) =>
    (await shown(as)).levels.map(({ needs: all }) => all.map(({ need }) => need).join(' '));
  beforeAll(async () => {
    viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
  });

  it.each<[string, Sql]>([
    ['sources of funds before identity', sql`source_of_funds_level = 3, identity_level = 4`],
    ['sources of funds before the residence', sql`source_of_funds_level = 3, residence_level = 4`],
    ['documents before the personal data', sql`person_level = 4`],
  ])('are refused by the database for %s', async (_, change) => {
    await expect(server.db.run(sql`update verification_setting set ${change}`)).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('do not ask for a source of funds where the operator does not require it', async () => {
    const usual = await valueOf('verification.levels');
    await set('verification.levels', { ...usual, residence: 4, source_of_funds: null });
    expect((await valueOf('verification.levels')).source_of_funds).toBeNull();
    await set('verification.levels', usual);
  });

  it('follow for each client, with an email, except where staff have set a level', async () => {
    const usual = await valueOf('verification.levels');
    const [ida, uma, eva] = [await declared(server), await declared(server), await declared(server)];
    await reach(server, viktor, uma);
    await setLevel(server, [viktor, ada], eva.user.id, { level: 3 });
    expect([(await shown(ida)).level, (await shown(uma)).level]).toEqual([1, 2]);

    const effectOf = async (levels: typeof usual) =>
      (await server.call('POST /api/staff/verification/levels-preview', { as: ada, body: { levels } })).body;
    expect(await effectOf(usual)).toEqual({ rise: 0, fall: 0 });
    expect(await effectOf({ ...usual, phone: 3, source_of_funds: 4 })).toEqual({ rise: 1, fall: 0 });
    expect(await effectOf({ ...usual, profile: null, identity: 2 })).toEqual({ rise: 0, fall: 1 });
    await set('verification.levels', { ...usual, phone: 3, source_of_funds: 4 });
    expect(await needs(ida)).toEqual(['', 'email', 'person profile', 'phone identity residence', 'source_of_funds']);
    // Until the job comes by.
    expect((await shown(ida)).level).toBe(1);
    await follow();
    expect([(await shown(ida)).level, (await shown(uma)).level, (await shown(eva)).level]).toEqual([2, 2, 3]);
    const [email] = await emailsTo(server, ida.user.email);
    expect(email?.subject).toContain('2');

    for (const kind of ['identity', 'residence'] as const) {
      await decide(server, viktor, uma, await send(server, uma, kind), { decision: 'approve' });
    }
    expect((await shown(uma)).level).toBe(3);
    await set('verification.levels', { ...usual, identity: 3, residence: 3, source_of_funds: 3, phone: 4 });
    await follow();
    expect([(await shown(uma)).level, (await shown(eva)).level]).toEqual([2, 3]);

    await set('verification.levels', usual);
    await follow();
    expect([(await shown(ida)).level, (await shown(uma)).level]).toEqual([1, 3]);
    expect(await server.db.one(sql`select levels_pending as waits from verification_setting`)).toEqual({
      waits: false,
    });
  });

  it('follow for all other clients when it fails for one, who is tried again', async () => {
    const usual = await valueOf('verification.levels');
    const [first, second] = [await declared(server), await declared(server)];
    await server.db.run(sql`
      create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'a fault'; end $$`);
    await server.db.run(sql`
      create trigger fails before update of verification_level on person for each row
      when (old.first_name = 'Faulty') execute function fail_here()`);
    await server.db.run(sql`update person set first_name = 'Faulty' where id = ${first.user.id}`);
    await set('verification.levels', { ...usual, phone: 3 });
    await follow();
    expect([(await shown(first)).level, (await shown(second)).level]).toEqual([1, 2]);
    await server.db.run(sql`drop trigger fails on person`);
    await follow();
    expect((await shown(first)).level).toBe(2);
    await set('verification.levels', usual);
    await follow();
  });

  it('take identity and residence at some level, each by its own document', async () => {
    const usual = await valueOf('verification.levels');
    for (const less of [{ identity: null }, { residence: null }, { person: null }, { identity: 1 }, { phone: 5 }]) {
      expect((await change('verification.levels', { ...usual, ...less })).refusal.errors?.['value']).toHaveLength(1);
    }
    await expect(
      server.db.run(sql`update verification_setting set person_level = 4, identity_level = 3`),
    ).rejects.toThrow('verification_setting_check');
  });
});
