import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { codeAlone } from '#test/auth/code-alone.ts';
import { keyedBrowsers } from '#test/auth/session-key.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
const { keyed } = keyedBrowsers(() => server);
let amelia: Session;
let noah: Session;
beforeAll(async () => {
  server = await startServer();
  amelia = await server.register({ first_name: 'Amelia', second_name: 'Hart', roles: ['client', 'support'] });
  noah = await server.register({ first_name: 'Noah', second_name: 'Berg', roles: ['client', 'support'] });
});
afterAll(() => server.close());

const unknownClient = '0195a000-0000-7000-8000-000000000000';
const make = async (as: Session) => (await asker(server)('POST /api/settings/pin', as, {})).body;
const check = (as: Session, client_id: string, pin: string) =>
  server.call('POST /api/staff/clients/pin/check', { as, body: { client_id, pin } });
const state = (client_id: string) => server.call('POST /api/staff/clients/pin', { as: amelia, body: { client_id } });
const wrong = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const agent = () => server.register({ roles: ['client', 'support'] });

describe('the PIN', () => {
  it('verifies the caller once, and the client sees it', async () => {
    const client = await server.register();
    const { user } = client;
    const { pin, expires_at } = await make(client);
    expect(pin).toMatch(/^\d{6}$/);
    expect(expires_at).toBe(new Date(server.clock.now().getTime() + 900_000).toISOString());
    expect((await state(user.id)).body).toEqual({ confirmed: null });
    const { body } = await check(amelia, user.id, `${pin.slice(0, 3)} ${pin.slice(3)}`);
    expect(body).toEqual({ confirmed: { at: server.clock.now().toISOString(), by: 'Amelia Hart' } });
    expect((await state(user.id)).body).toEqual(body);
    expect(codeOf(await check(amelia, user.id, pin))).toBe('clients.pin_none');
    const { body: activity } = await server.call('POST /api/settings/activity', { as: client, body: {} });
    expect(activity).toMatchObject([{ action: 'clients.check_pin' }, { action: 'clients.make_pin' }]);
    const stored = await server.db.rows(sql`select to_jsonb(p)::text as text from support_pin p`);
    expect(JSON.stringify(stored)).not.toMatch(codeAlone(pin));
  });

  it('is refused in the contract’s order', async () => {
    const client = await server.register();
    const own = await make(noah);
    const codes = [
      await check(noah, unknownClient, own.pin),
      await check(noah, noah.user.id, own.pin),
      await check(noah, client.user.id, '000000'),
    ];
    const { pin } = await make(client);
    codes.push(await check(noah, client.user.id, wrong(pin)));
    expect(codes.map(codeOf)).toEqual(['http.not_found', 'clients.pin_own', 'clients.pin_none', 'clients.pin_wrong']);
    expect(
      codeOf(await server.call('POST /api/staff/clients/pin', { as: noah, body: { client_id: unknownClient } })),
    ).toBe('http.not_found');
    expect(codeOf(await check(noah, client.user.id, '12345'))).toBe('clients.pin_shape');
  });

  it('is not shown to staff who impersonate the client, and does not void the client’s own PIN', async () => {
    const client = await server.register();
    const { pin } = await make(client);
    const admin = await server.register({ roles: ['client', 'admin'] });
    const { body } = await server.call('POST /api/staff/autologin', {
      as: admin,
      body: { client_id: client.user.id, reason: 'He asked me to look', current_password: admin.password },
    });
    const token = body.link.slice(body.link.lastIndexOf('/') + 1);
    const browser = server.browser();
    const opened = await server.call('GET /api/autologin/:token', { params: { token }, as: browser });
    const issued = Object.assign(browser, { token: 'token' in opened.body ? opened.body.token : '' });
    const refused = await server.call('POST /api/settings/pin', { as: issued, body: {} });
    expect([refused.status, refused.refusal.code]).toEqual([409, 'auth.proof_due']);
    expect((await check(amelia, client.user.id, pin)).status).toBe(200);
  });

  it('is shown only after a recent proof, also where a key proves the browser', async () => {
    const { user } = await server.register();
    const client = await keyed(true, user);
    const show = () => server.call('POST /api/settings/pin', { as: client, body: {} });
    expect((await show()).status).toBe(200);
    server.clock.advance(6 * 60_000);
    expect(codeOf(await show())).toBe('auth.proof_due');
    const prove = (current_password: string) =>
      server.call('POST /api/session/prove', { as: client, body: { current_password } });
    expect((await prove('not this one')).status).toBe(422);
    expect(codeOf(await show())).toBe('auth.proof_due');
    expect((await prove(goodPassword)).status).toBe(200);
    expect((await show()).status).toBe(200);
  });

  it('is void after 15 minutes, and when another is shown', async () => {
    const client = await server.register();
    const first = await make(client);
    const second = await make(client);
    const late = await agent();
    // Once in a million both are the same.
    expect(first.pin).not.toBe(second.pin);
    expect(codeOf(await check(late, client.user.id, first.pin))).toBe('clients.pin_wrong');
    server.clock.advance(900_000);
    expect(codeOf(await check(late, client.user.id, second.pin))).toBe('clients.pin_none');
  });

  it('is void once its owner freezes the profile or changes what protects it', async () => {
    const client = await server.register();
    const { pin } = await make(client);
    server.clock.advance(1000);
    const at = server.clock.now();
    await server.db.run(sql`update person set security_changed_at = ${at} where id = ${client.user.id}`);
    expect(codeOf(await check(await agent(), client.user.id, pin))).toBe('clients.pin_none');
  });

  it('ends with the fifth wrong attempt, by any staff, at once or in a row', async () => {
    const client = await server.register();
    const { pin } = await make(client);
    const agents = await Promise.all([agent(), agent(), agent()]);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => check(agents[n % 3] ?? amelia, client.user.id, wrong(pin))),
    );
    const count = (code: string) => guesses.filter((guess) => codeOf(guess) === code).length;
    expect([count('clients.pin_wrong'), count('clients.pin_none')]).toEqual([5, 7]);
    expect(codeOf(await check(amelia, client.user.id, pin))).toBe('clients.pin_none');
    expect((await check(amelia, client.user.id, (await make(client)).pin)).status).toBe(200);
  });

  it('pauses staff who guess at many clients', async () => {
    const guesser = await agent();
    const clients = await Promise.all([1, 2, 3].map(() => server.register()));
    const pins = await Promise.all(clients.map(make));
    const guesses = [];
    for (let n = 0; n < 11; n++) {
      const at = n % 3;
      guesses.push(await check(guesser, clients[at]?.user.id ?? '', wrong(pins[at]?.pin ?? '')));
    }
    expect(guesses.map(codeOf)).toEqual([...Array<string>(10).fill('clients.pin_wrong'), 'clients.pin_paused']);
    expect(guesses.at(-1)?.status).toBe(429);
    expect((await check(amelia, clients[0]?.user.id ?? '', pins[0]?.pin ?? '')).status).toBe(200);
  });

  it('works for one of two who type it at once', async () => {
    const client = await server.register();
    const { pin } = await make(client);
    const responses = await Promise.all([amelia, noah, amelia, noah].map((as) => check(as, client.user.id, pin)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from audit_entry where client_id = ${client.user.id} and action = 'clients.check_pin'`);
    expect(count).toBe(1);
  });
});
