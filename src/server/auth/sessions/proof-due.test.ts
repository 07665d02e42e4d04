import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type Route } from '#contract/api.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import type { Browser } from '#test/browser.ts';
import { codeOf } from '#test/money/payments.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

/** Sessions by a link of staff, and their permissions before the client's own proof. */
let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

async function linkFor({ user }: Session): Promise<string> {
  const { body } = await server.call('POST /api/staff/autologin', {
    as: admin,
    body: { client_id: user.id, reason: 'Asked by phone', current_password: admin.password },
  });
  return body.link.slice(body.link.lastIndexOf('/') + 1);
}

/** A browser that opened a link. */
async function byLink(client: Session): Promise<Browser> {
  const browser = server.browser();
  const opened = await server.call('GET /api/autologin/:token', {
    params: { token: await linkFor(client) },
    as: browser,
  });
  return Object.assign(browser, 'token' in opened.body ? { token: opened.body.token } : {});
}

const needing = Object.values(api).filter((endpoint) => 'needsProof' in endpoint);
const request = (as: Browser, route: Route) => server.call(route, { as, body: {} });
const prove = (as: Browser, body: object) => server.call('POST /api/session/prove', { as, body });

describe('a session by a link', () => {
  it('whose wrong proofs are counted locks itself, other links too in time, and never the person', async () => {
    const client = await server.register();
    const wrong = async (as: Browser, times: number) => {
      const found: (string | undefined)[] = [];
      for (let n = 0; n < times; n++) found.push((await prove(as, { current_password: 'not this one' })).refusal.code);
      return found;
    };
    expect(await wrong(await byLink(client), 6)).toEqual([
      ...Array<string>(5).fill('validation.failed'),
      'auth.locked',
    ]);
    expect(await wrong(await byLink(client), 6)).toEqual([
      ...Array<string>(5).fill('validation.failed'),
      'auth.locked',
    ]);
    expect(await wrong(await byLink(client), 1)).toEqual(['auth.locked']);
    expect((await prove(client, { current_password: goodPassword })).status).toBe(200);
  });

  it('does not lock the codes of a person by wrong ones after the link', async () => {
    const client = await server.register();
    const totp = await setUpTotp(server, client);
    const as = server.browser();
    for (let links = 0; links < 3; links++) {
      const opened = await server.call('GET /api/autologin/:token', { params: { token: await linkFor(client) }, as });
      if (!('challenge' in opened.body)) throw new Error('signed in without the second factor');
      const { challenge } = opened.body;
      for (let n = 0; n < 5; n++)
        await server.call('POST /api/login/second-factor', { as, body: { challenge, code: '000000' } });
    }
    const body = { current_password: goodPassword, code: totp.code() };
    expect((await prove(client, body)).status).toBe(200);
  });

  it('can read, but cannot apply, trade, transfer or withdraw before the client’s proof', async () => {
    const client = await server.register();
    const { trading_account_id } = await openTradingAccount(server.app, client.user, { currency_id: 'USD' });
    const issued = await byLink(client);
    expect((await server.call('POST /api/wallets', { as: issued })).status).toBe(200);
    const codes = new Set<string | undefined>();
    for (const { route } of needing) codes.add(codeOf(await request(issued, route)));
    expect([...codes]).toEqual(['auth.proof_due']);
    expect(codeOf(await request(issued, 'POST /api/settings/profile'))).toBe('auth.proof_due');
    const terminal = () =>
      server.call('POST /api/trading-account/autologin', { as: issued, body: { trading_account_id } });
    expect(codeOf(await terminal())).toBe('auth.proof_due');
    expect((await prove(issued, { current_password: 'not this one' })).status).toBe(422);
    expect(codeOf(await terminal())).toBe('auth.proof_due');
    expect((await prove(issued, { current_password: goodPassword })).status).toBe(200);
    expect((await terminal()).status).toBe(200);
    for (const { route } of needing)
      expect([route, codeOf(await request(issued, route))]).not.toContain('auth.proof_due');
  });

  it('is not proven by another session of its client, nor by another link', async () => {
    const client = await server.register();
    const issued = await byLink(client);
    await prove(client, { current_password: goodPassword });
    await byLink(client);
    expect(codeOf(await request(issued, 'POST /api/payments/withdraw'))).toBe('auth.proof_due');
  });

  it('needs no more proof where the second factor followed the link', async () => {
    const client = await server.register();
    const { code } = await setUpTotp(server, client);
    const browser = server.browser();
    const opened = await server.call('GET /api/autologin/:token', {
      params: { token: await linkFor(client) },
      as: browser,
    });
    const challenge = 'challenge' in opened.body ? opened.body.challenge : '';
    const hasReply = await server.call('POST /api/login/second-factor', {
      as: browser,
      body: { challenge, code: code() },
    });
    const issued = Object.assign(browser, 'token' in hasReply.body ? { token: hasReply.body.token } : {});
    expect(codeOf(await request(issued, 'POST /api/payments/withdraw'))).not.toBe('auth.proof_due');
  });
});

it('a client’s own session moves money without another proof, and a recent one counts as recent', async () => {
  const client = await server.register();
  server.clock.advance(6 * 60_000);
  const due: string[] = [];
  for (const { route } of needing) if (codeOf(await request(client, route)) === 'auth.proof_due') due.push(route);
  expect(due).toEqual(needing.filter(({ needsProof }) => needsProof === 'recent').map(({ route }) => route));
});
