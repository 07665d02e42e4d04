import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { emailsTo } from '#test/mailbox.ts';
import { evaluateTiers } from './evaluate.ts';
import { verifyTiers, type TierFinding } from './verify-tiers.ts';

let server: TestServer;
let adam: Session;
let vera: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['admin'] });
  vera = await server.register({ roles: ['compliance'] });
  ida = await server.register();
  await evaluateTiers(server.app);
});
afterAll(() => server.close());

const set = (body: object, as: Session = adam) =>
  server.call('POST /api/staff/clients/tier', {
    as,
    body: {
      client_id: ida.user.id,
      tier: 'vip',
      until: '2026-03-10',
      reason: 'Long a client elsewhere',
      current_password: as.password,
      ...body,
    },
  });
/** Requested by one and approved by the other. */
const setByTwo = async (body: { client_id?: string; tier?: string; until?: string } = {}) => {
  expect((await set(body)).status).toBe(200);
  return confirmAs(server, vera, await waitingFor(server, body.client_id ?? ida.user.id, 'tier'));
};
const end = (body: object = {}, as: Session = adam) =>
  server.call('POST /api/staff/clients/tier/end', {
    as,
    body: { client_id: ida.user.id, reason: 'As agreed', ...body },
  });
const tierOf = async (who: Session) => {
  const { tier, tier_status } = (await server.call('POST /api/portfolio/overview', { as: who })).body;
  return { tier, until: tier_status.set_until };
};
const auditOf = (action: string) =>
  server.db.rows<{ details: object }>(sql`
    select details from audit_entry where action = ${action} and client_id = ${ida.user.id} order by created_at`);

describe('portfolio.set_tier', () => {
  it('is for administrators', async () => {
    expect((await set({}, ida)).status).toBe(403);
    expect((await set({}, await server.register({ roles: ['support', 'finance'] }))).status).toBe(403);
  });

  it('refuses in this order: no proof, the own tier, an unknown client, days past or far', async () => {
    const stolen = await set({ client_id: adam.user.id, current_password: 'three loud harbours' });
    expect(stolen.refusal.errors).toMatchObject({ current_password: [{ code: 'auth.current_password' }] });
    expect((await set({ client_id: adam.user.id, until: '2020-01-01' })).refusal.code).toBe('portfolio.own_tier');
    const codes = async (body: object) => Object.values((await set(body)).refusal.errors ?? {}).flat();
    expect((await codes({ client_id: newId(), until: '2020-01-01' })).map(({ code }) => code)).toEqual([
      'auth.client_unknown',
    ]);
    for (const until of ['2026-03-01', '2027-03-04'])
      expect((await codes({ until })).map(({ code }) => code)).toEqual(['portfolio.tier_until']);
    expect((await set({ until: '2026-02-30' })).status).toBe(422);
    expect((await set({ tier: 'gilt' })).status).toBe(422);
    expect(await tierOf(ida)).toEqual({ tier: 'standard', until: null });
  });

  it('waits for a second person, then takes effect at once, is in the audit log, and the client is notified', async () => {
    expect((await set({})).status).toBe(200);
    expect(await tierOf(ida)).toEqual({ tier: 'standard', until: null });
    expect((await set({})).refusal.code).toBe('approvals.request_open');
    const id = await waitingFor(server, ida.user.id, 'tier');
    expect((await confirmAs(server, adam, id)).refusal.code).toBe('approvals.own_request');
    const shown = await server.call('POST /api/staff/approvals', { as: vera, body: { client_id: ida.user.id } });
    expect(shown.body.approval_requests).toMatchObject([
      { kind: 'tier', was: 'standard', value: { tier: 'vip', until: '2026-03-10' }, may_decide: true },
    ]);
    expect((await confirmAs(server, vera, id)).status).toBe(200);
    expect(await tierOf(ida)).toEqual({ tier: 'vip', until: '2026-03-10' });
    expect(await auditOf('portfolio.set_tier')).toEqual([
      {
        details: {
          from: 'standard',
          to: 'vip',
          until: '2026-03-10',
          reason: 'Long a client elsewhere',
          proposed_by: adam.user.full_name,
        },
      },
    ]);
    const [email] = await emailsTo(server, ida.user.email);
    expect(email?.subject).toBe('Your tier is now VIP');
    const { clients } = (await server.call('POST /api/staff/clients', { as: adam, body: { search: ida.user.email } }))
      .body;
    expect(clients[0]).toMatchObject({ tier: 'vip', tier_until: '2026-03-10' });
  });

  it('may be set again, on its last day too', async () => {
    expect((await setByTwo({ tier: 'gold', until: '2026-03-02' })).status).toBe(200);
    expect(await tierOf(ida)).toEqual({ tier: 'gold', until: '2026-03-02' });
  });
});

describe('portfolio.end_tier', () => {
  it('is for administrators, of clients that there are', async () => {
    expect((await end({}, ida)).status).toBe(403);
    expect((await end({ client_id: newId() })).refusal.errors?.client_id?.[0]?.code).toBe('auth.client_unknown');
  });

  it('ends what is set once, however many do it at once', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => end()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status === 422);
    expect(refused.map(({ refusal }) => refusal.errors?.client_id?.[0]?.code)).toEqual(
      Array(5).fill('portfolio.tier_not_set'),
    );
    expect(await tierOf(ida)).toEqual({ tier: 'standard', until: null });
    expect(await auditOf('portfolio.end_tier')).toHaveLength(1);
  });
});

it('cannot be set past the program, by the role that serves', async () => {
  const anna = await server.register();
  const at = server.clock.now();
  const past = server.app.db.run(sql`
    insert into client_tier (client_id, earned_tier, override_tier, override_reason, override_by, override_until, since, changed_at, changed_by)
    values (${anna.user.id}, 'standard', 'vip', 'Alone.', ${adam.user.id}, '2027-01-01', '2026-03-02', ${at}, ${adam.user.id})`);
  await expect(past).rejects.toMatchObject({ constraint: 'client_tier_is_approved' });
  await setByTwo({ client_id: anna.user.id, tier: 'silver', until: '2026-03-20' });
  const longer = server.app.db.run(sql`
    update client_tier set override_until = '2027-01-01', changed_at = ${at} where client_id = ${anna.user.id}`);
  await expect(longer).rejects.toMatchObject({ constraint: 'client_tier_is_approved' });
});

it('ends by itself after its last day, also for a client whose equity was never measured', async () => {
  const otto = await server.register();
  await setByTwo({ client_id: otto.user.id, tier: 'silver', until: '2026-03-03' });
  const present = async () =>
    (await server.db.one<{ tier: string }>(sql`select tier from client_benefit where client_id = ${otto.user.id}`))
      .tier;
  server.clock.advance(86_400_000);
  await evaluateTiers(server.app);
  expect(await present()).toBe('silver');
  server.clock.advance(86_400_000);
  await evaluateTiers(server.app);
  expect(await present()).toBe('standard');
});

describe('bin/verify people', () => {
  /** What is found after a change past the program, which is undone. */
  const found = (change: Sql) =>
    server.db
      .tx(async (tx) => {
        await tx.run(sql`alter table client_tier disable trigger user`);
        await tx.run(change);
        throw Object.assign(new Error('undone'), { findings: await verifyTiers(tx, []) });
      })
      .catch((error: { findings: TierFinding[] }) => error.findings);

  it('names a tier by hand that the audit log does not explain, and a tier that no equity gives', async () => {
    const clientId = (await server.register()).user.id;
    server.clock.advance(86_400_000);
    await evaluateTiers(server.app);
    expect(await found(sql`select 1`)).toEqual([]);
    const byHand = sql`
      update client_tier set override_tier = 'vip', override_reason = 'Alone.', override_by = ${adam.user.id}, override_until = '2027-01-01'
      where client_id = ${clientId}`;
    expect(await found(byHand)).toEqual([{ clientId, what: 'tier by hand', logged: '–', stored: 'vip 2027-01-01' }]);
    expect(await found(sql`update client_tier set earned_tier = 'vip' where client_id = ${clientId}`)).toEqual([
      { clientId, what: 'earned tier', logged: 'less', stored: 'vip' },
    ]);
  });
});

it('has a history that cannot be changed', async () => {
  const rows = await server.db.rows<{ tier: string; source: string }>(sql`
    select tier, source from client_tier_change where client_id = ${ida.user.id} order by id`);
  expect(rows.map(({ tier, source }) => [tier, source])).toEqual([
    ['vip', 'override'],
    ['gold', 'override'],
    ['standard', 'metric'],
  ]);
  for (const action of [
    sql`update client_tier_change set tier = 'vip'`,
    sql`delete from client_tier_change`,
    sql`truncate client_tier_change`,
  ])
    await expect(server.db.run(action)).rejects.toThrow('append-only');
});
