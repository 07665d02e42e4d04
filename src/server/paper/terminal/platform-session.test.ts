import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { copyOf, keyedBrowsers } from '#test/auth/session-key.ts';
import type { Browser } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openTerminal, signInAt, type Terminal } from '#test/trading/terminal.ts';

let server: TestServer;
const { keyed, challengeOf, renew } = keyedBrowsers(() => server);
let ida: Session;
let number: string;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
  ({ trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' }));
});
afterAll(() => server.close());

const autologin = (as: Session, body: object, how: object = {}) =>
  server.call('POST /api/trading-account/autologin', { as, body, ...how });
const issue = async () => (await autologin(ida, { trading_account_id: number })).body.link.split('/').at(-1) ?? '';
const exchange = (token: string, how: object = {}) =>
  server.call('POST /api/paper/session', { as: server.browser(), body: { token }, ...how });

describe('trading.autologin', () => {
  it('responds with a link to the terminal in the language of the page, good for a minute', async () => {
    const fingerprint = { visitorId: 'v', timezone: 'Europe/Berlin', platform: 'Linux', userAgent: 'test' };
    const { body } = await autologin(
      ida,
      { trading_account_id: number, ...fingerprint },
      { form: true, language: 'de' },
    );
    expect(body.link).toMatch(/^http:\/\/atrium\.test\/de\/terminal\/[\w-]{43}$/);
    expect(Date.parse(body.expires_at) - server.clock.now().getTime()).toBe(60_000);
  });

  it('refuses an account of another like one that does not exist, then one that is not active', async () => {
    const karl = await server.register();
    const responses = [
      await autologin(karl, { trading_account_id: number }),
      await autologin(ida, { trading_account_id: '99999999' }),
    ];
    expect(responses.map(({ status, refusal }) => [status, refusal.code])).toEqual([
      [404, 'http.not_found'],
      [404, 'http.not_found'],
    ]);
    const { trading_account_id: archived } = await openTradingAccount(server.app, ida.user, { currency_id: 'EUR' });
    await server.db.run(
      sql`update trading_account set status = 'archived', archived_at = now() where number = ${archived}::bigint`,
    );
    const { status, refusal } = await autologin(ida, { trading_account_id: archived });
    expect([status, refusal.code]).toEqual([409, 'trading.account_inactive']);
  });

  it('stores no token that could be used, and logs none', async () => {
    const token = await issue();
    const { text } = await server.db.one<{ text: string }>(
      sql`select string_agg(p::text, '') as text from platform_token p`,
    );
    expect(text).not.toContain(token);
    expect(server.logged.join('')).not.toContain(token);
  });
});

describe('paper.open', () => {
  it('exchanges the token for a session on the account, without any other sign-in', async () => {
    const browser = server.browser();
    const { status, body } = await exchange(await issue(), { as: browser, form: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ holder: 'Ida Berg', session: expect.stringMatching(/^[\w-]{43}$/) });
    expect(Date.parse(body.expires_at) - server.clock.now().getTime()).toBe(12 * 3_600_000);
    const headers = { 'x-platform-session': body.session };
    const { body: state } = await server.call('POST /api/paper/state', { as: browser, headers });
    expect(state.account).toMatchObject({ trading_account_id: number, equity: '0.00', may_trade: true });
  });

  it('refuses a token that was not issued, one that was used and one that is too old', async () => {
    const token = await issue();
    await exchange(token);
    const old = await issue();
    server.clock.advance(60_000);
    const responses = [await exchange('made-up'), await exchange(token), await exchange(old)];
    expect(responses.map(({ refusal }) => refusal.code)).toEqual([
      'auth.token_unknown',
      'auth.token_used',
      'auth.token_expired',
    ]);
  });

  it('accepts one of twenty concurrent uses', async () => {
    const token = await issue();
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes the token of an account that was archived since for unknown', async () => {
    const token = await issue();
    await server.db.run(
      sql`update trading_account set status = 'archived', archived_at = now() where number = ${number}::bigint`,
    );
    expect((await exchange(token)).refusal.code).toBe('auth.token_unknown');
  });
});

describe('a terminal’s session', () => {
  const terminals = async () => {
    const ida = await server.register();
    const browser = server.browser();
    const [first, second] = [await openTerminal(server, '0.00', ida), await openTerminal(server, '0.00', ida)];
    const again = await signInAt(server, ida, first.number, browser);
    const beside = await signInAt(server, ida, second.number, browser);
    return { ida, again, beside };
  };
  const numberAt = async (terminal: Terminal) =>
    (await terminal.request('POST /api/paper/state')).account.trading_account_id;
  const codeAt = async (terminal: Terminal) => (await terminal.call('POST /api/paper/state')).refusal.code;

  it('is bound to one account, next to others in the same browser', async () => {
    const { again, beside } = await terminals();
    expect([await numberAt(again), await numberAt(beside)]).toEqual([again.number, beside.number]);
    await beside.request('POST /api/paper/sign-out');
    expect([await codeAt(again), await codeAt(beside)]).toEqual([undefined, 'paper.signed_out']);
  });

  it('is void in another browser, and is stored and logged nowhere', async () => {
    const { again } = await terminals();
    const stolen = { as: server.browser(), headers: { 'x-platform-session': again.session } };
    expect((await server.call('POST /api/paper/state', stolen)).refusal.code).toBe('paper.signed_out');
    const { text } = await server.db.one<{ text: string }>(
      sql`select string_agg(p::text, '') as text from paper_session p`,
    );
    expect(text).not.toContain(again.session);
    expect(server.logged.join('')).not.toContain(again.session);
  });

  it('ends with the session that opened it, and with no other; so does a link that was made before', async () => {
    const ida = await server.register();
    const lost = await server.signIn({ email: ida.user.email });
    const [own, stolen] = [await openTerminal(server, '0.00', ida), await openTerminal(server, '0.00', lost)];
    const { body } = await autologin(lost, { trading_account_id: stolen.number });
    const { body: sessions } = await server.call('POST /api/settings/sessions', { as: ida, body: {} });
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    await server.call('POST /api/settings/sessions/revoke', {
      as: ida,
      body: { session_id: id, current_password: ida.password },
    });
    expect([await codeAt(stolen), await codeAt(own)]).toEqual(['paper.signed_out', undefined]);
    expect((await exchange(body.link.split('/').at(-1) ?? '')).refusal.code).toBe('auth.token_unknown');
    await server.call('POST /api/logout', { as: ida, body: {} });
    expect(await codeAt(own)).toBe('paper.signed_out');
  });

  it('is worth no more than a copied session, where a key of the browser renews it', async () => {
    const person = await server.register();
    const browser = await keyed(true, person.user);
    const { trading_account_id: account } = await openTradingAccount(server.app, person.user, { currency_id: 'USD' });
    const link = () => autologin({ ...person, ...browser }, { trading_account_id: account });
    const [used, unused] = [await link(), await link()].map(({ body }) => body.link.split('/').at(-1) ?? '');
    const { body: opened } = await exchange(used ?? '', { as: browser });
    const stateBy = (as: Browser) =>
      server.call('POST /api/paper/state', { as, headers: { 'x-platform-session': opened.session } });
    await server.db.run(sql`update platform_token set expires_at = 'infinity' where used_at is null`);
    const thief = copyOf(browser);
    expect([(await stateBy(browser)).status, (await stateBy(thief)).status]).toEqual([200, 200]);
    server.clock.advance(11 * 60_000);
    expect((await stateBy(thief)).refusal.code).toBe('auth.renewal_due');
    expect((await renew(browser, await challengeOf(browser))).status).toBe(200);
    expect([(await stateBy(browser)).status, (await stateBy(thief)).status]).toEqual([200, 401]);
    // Without the bearer token of the session, the terminal's two halves open nothing, and neither does its link.
    const { token: _, ...terminalAlone } = browser;
    expect((await stateBy(terminalAlone)).refusal.code).toBe('paper.signed_out');
    expect((await exchange(unused ?? '')).refusal.code).toBe('auth.token_unknown');
    expect((await exchange(unused ?? '', { as: browser })).status).toBe(200);
  });

  it('ends when the session that opened it is over, unused or after its days', async () => {
    const person = await server.register();
    const own = await openTerminal(server, '0.00', person);
    expect(await codeAt(own)).toBeUndefined();
    await server.db.run(
      sql`update session set expires_at = ${server.clock.now()} where person_id = ${person.user.id} and revoked_at is null`,
    );
    expect(await codeAt(own)).toBe('paper.signed_out');
  });

  it('ends when the profile is frozen, and stays ended; no link that was made before works', async () => {
    const { ida, again } = await terminals();
    const { body } = await autologin(ida, { trading_account_id: again.number });
    const freeze = (at: Date | null) =>
      server.db.run(sql`update person set frozen_at = ${at} where id = ${ida.user.id}`);
    await freeze(server.clock.now());
    expect(await codeAt(again)).toBe('paper.signed_out');
    const { refusal } = await exchange(body.link.split('/').at(-1) ?? '');
    expect(refusal.code).toBe('auth.token_unknown');
    const frozen = { clientId: ida.user.id, at: server.clock.now().toISOString() };
    await server.db.tx((tx) => server.app.outbox.emit(tx, 'auth.frozen', frozen));
    await server.drain();
    await freeze(null);
    expect(await codeAt(again)).toBe('paper.signed_out');
  });

  it('ends with a new password, with a block, and after its hours', async () => {
    const { ida, again, beside } = await terminals();
    const changed = { clientId: ida.user.id, how: 'reset' as const, at: server.clock.now().toISOString() };
    await server.db.tx((tx) => server.app.outbox.emit(tx, 'auth.password_changed', changed));
    await server.drain();
    expect([await codeAt(again), await codeAt(beside)]).toEqual(['paper.signed_out', 'paper.signed_out']);
    const karl = await server.register();
    const theirs = await openTerminal(server, '0.00', karl);
    await server.db.run(sql`update person set blocked_at = now() where id = ${karl.user.id}`);
    expect(await codeAt(theirs)).toBe('paper.signed_out');
    const hers = await openTerminal(server, '0.00');
    await server.db.run(sql`
      update paper_session set expires_at = ${new Date(server.clock.now().getTime() + 1)} where account = ${hers.number}::bigint`);
    server.clock.advance(1);
    expect(await codeAt(hers)).toBe('paper.signed_out');
  });
});
