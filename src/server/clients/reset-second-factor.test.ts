import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/kernel/endpoint.ts';
import { clientsEndpoints } from '#contract/clients/endpoints.ts';
import { proofRefusals } from '#contract/auth/proof.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Each set of recovery codes is ten slow hashes. */
vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
let adam: Session;
let carla: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['client', 'admin'] });
  carla = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const reset = (as: Session, clientId: string, change: object = {}) =>
  server.call('POST /api/staff/clients/second-factor/reset', {
    as,
    body: {
      client_id: clientId,
      reason: 'device_lost',
      comment: 'Called back, passport shown',
      current_password: as.password,
      ...change,
    },
  });

async function someoneWithApp(roles?: Role[]) {
  const ida = await server.register(roles ? { roles } : {});
  return { ida, app: await setUpTotp(server, ida), id: ida.user.id, email: ida.user.email };
}

const isSignedIn = async (as: Session) => (await server.call('POST /api/client-info', { as })).body.status === 'active';
const restsSince = async (id: string) =>
  (
    await server.db.one<{ at: Date | null }>(sql`select security_changed_at as at from person where id = ${id}`)
  ).at?.getTime();
const isListedWith = async (email: string) =>
  (await server.call('POST /api/staff/clients', { as: adam, body: { search: email } })).body.clients[0]?.second_factor;

describe('clients.reset_second_factor', () => {
  it('lets the owner in with the password, ends the sessions, pauses withdrawals, and notifies the owner', async () => {
    const { ida, app, id, email } = await someoneWithApp();
    const challenge = await server.call('POST /api/login', { body: { email, password: ida.password } });
    expect(await isListedWith(email)).toBe(true);
    expect((await reset(carla, id)).body).toEqual({ status: 'ok' });
    expect([await isSignedIn(ida), await isListedWith(email)]).toEqual([false, false]);
    expect(await restsSince(id)).toBe(server.clock.now().getTime());
    const response = { challenge: 'challenge' in challenge.body ? challenge.body.challenge : '', code: app.code() };
    const late = await server.call('POST /api/login/second-factor', { body: response });
    expect(late.refusal.code).toBe('auth.challenge_over');

    const [message] = await emailsTo(server, email);
    expect(message?.subject).toBe('Two-factor authentication turned off');
    expect(message?.links).toEqual([expect.stringContaining('/en/freeze/')]);

    const again = await server.signIn({ email });
    const { body: left } = await server.call('POST /api/settings/second-factor', { as: again });
    expect(left).toEqual({ on: false, totp_since: null, recovery_codes_left: 0, required: false });
    expect((await setUpTotp(server, again)).recoveryCodes).toHaveLength(10);
  });

  it('records who did it, why, and how the owner was verified; the owner reads only that it was done', async () => {
    const { id, email } = await someoneWithApp();
    await reset(adam, id, { reason: 'device_stolen' });
    const written = await server.db.one(sql`
      select actor_id, action, details from audit_entry where client_id = ${id} and actor_id <> ${id}`);
    const details = { code: 'device_stolen', comment: 'Called back, passport shown' };
    expect(written).toEqual({ actor_id: adam.user.id, action: 'clients.reset_second_factor', details });
    const { body } = await server.call('POST /api/settings/activity', {
      as: await server.signIn({ email }),
      body: {},
    });
    expect(body).toMatchObject([
      { action: 'clients.reset_second_factor', reason: null },
      { action: 'auth.confirm_totp' },
    ]);
  });

  it('is for compliance and administrators, and takes a listed reason and a comment', async () => {
    const { ida, id } = await someoneWithApp();
    expect((await reset(ida, adam.user.id)).status).toBe(403);
    for (const role of ['support', 'finance'] as const)
      expect((await reset(await server.register({ roles: ['client', role] }), id)).refusal.code).toBe('http.forbidden');
    for (const change of [{ reason: 'Lost it' }, { comment: ' \n ' }, { comment: 'x'.repeat(301) }])
      expect((await reset(adam, id, change)).status).toBe(422);
    expect(await isSignedIn(ida)).toBe(true);
  });

  it('is done by an administrator for staff, who must set up a new factor before anything else', async () => {
    const { id, email } = await someoneWithApp(['client', 'support']);
    expect((await reset(adam, id)).status).toBe(200);
    const again = await server.signIn({ email });
    server.config.staffSecondFactor = true;
    try {
      const search = await server.call('POST /api/staff/clients', { as: again, body: {} });
      expect(search.refusal.code).toBe('auth.second_factor_due');
    } finally {
      server.config.staffSecondFactor = false;
    }
  });

  it('is done once by five calls at once', async () => {
    const { id, email } = await someoneWithApp();
    const codes = (await Promise.all(Array.from({ length: 5 }, () => reset(adam, id)))).map(
      ({ status, refusal }) => refusal.code ?? status,
    );
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 4 }, () => 'clients.second_factor_none')]);
    const subjects = (await emailsTo(server, email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Two-factor authentication turned off')).toHaveLength(1);
  });

  it('is refused for a secret that no code has confirmed', async () => {
    const ida = await server.register();
    await server.call('POST /api/settings/second-factor/totp', {
      as: ida,
      body: { current_password: ida.password },
    });
    expect((await reset(adam, ida.user.id)).refusal.code).toBe('clients.second_factor_none');
    expect(await isSignedIn(ida)).toBe(true);
  });

  it('refuses in the contract’s order', async () => {
    const [client, colleague] = [await server.register(), await server.register({ roles: ['client', 'support'] })];
    const readdressed = await server.register();
    const input = { email: 'readdressed@example.com', reason: 'mailbox_lost', comment: 'Called back' };
    await server.call('POST /api/staff/clients/email', {
      as: carla,
      body: { client_id: readdressed.user.id, ...input, current_password: carla.password },
    });
    const calls = [
      () => reset(carla, carla.user.id),
      () => reset(carla, client.user.id, { current_password: 'not this one' }),
      () => reset(carla, newId()),
      () => reset(carla, colleague.user.id),
      () => reset(carla, readdressed.user.id, { reason: 'mood' }),
      () => reset(carla, client.user.id, { reason: 'mood' }),
      () => reset(carla, client.user.id),
    ];
    const codes: string[] = [];
    for (const call of calls) codes.push(codeOf(await call()));
    // The other ways in which a proof fails have their tests where it is made.
    const elsewhere = new Set<string>(proofRefusals.filter((code) => code !== 'auth.current_password'));
    expect(codes).toEqual(
      clientsEndpoints['clients.reset_second_factor'].refusals.filter((code) => !elsewhere.has(code)),
    );
  });
});
