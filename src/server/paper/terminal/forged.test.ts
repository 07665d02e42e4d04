import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal, type Terminal } from '#test/trading/terminal.ts';

/** Rows that open a terminal, changed by an attacker who can write to the database but does not have APP_SECRET. */
let server: TestServer;
let victim: Terminal;
let thief: Terminal;
beforeAll(async () => {
  server = await startServer();
  [victim, thief] = [await openTerminal(server), await openTerminal(server, '0.00')];
});
afterAll(() => server.close());

const forged = (...statements: Sql[]) => forge(server.ownerUrl, ...statements);
const state = async ({ call }: Terminal) => {
  const { status, refusal } = await call('POST /api/paper/state');
  return status === 200 ? 'open' : refusal.code;
};
const signInLink = async ({ owner, number }: Terminal) => {
  const { body } = await server.call('POST /api/trading-account/autologin', {
    as: owner,
    body: { trading_account_id: number },
  });
  return body.link.split('/').at(-1) ?? '';
};

describe('a terminal', () => {
  it('is not accepted after it was pointed at another person', async () => {
    const own = await openTerminal(server, '0.00');
    expect(await state(own)).toBe('open');
    await forged(sql`
      update paper_session set account = ${victim.number}::bigint, client_id = ${victim.owner.user.id}
      where client_id = ${own.owner.user.id}`);
    expect(await state(own)).toBe('paper.signed_out');
    const findings = await server.app.db.snapshot((tx) => verifyMacs(tx, server.config));
    expect(findings).toMatchObject([{ clientId: victim.owner.user.id, table: 'paper_session' }]);
  });

  it('does not outlive its end by SQL', async () => {
    const own = await openTerminal(server, '0.00');
    await forged(sql`
      update paper_session set expires_at = '2100-01-01' where client_id = ${own.owner.user.id}`);
    expect(await state(own)).toBe('paper.signed_out');
  });

  it.each(['paper_session', 'session'])('is not opened again by SQL after its end: %s', async (table) => {
    const own = await openTerminal(server, '0.00');
    const id = own.owner.user.id;
    if (table === 'paper_session') await own.request('POST /api/paper/sign-out');
    else await server.call('POST /api/logout', { as: own.owner });
    expect(await state(own)).toBe('paper.signed_out');
    await forged(
      sql`update paper_session set revoked_at = null where client_id = ${id}`,
      sql`update session set revoked_at = null where person_id = ${id}`,
    );
    expect(await state(own)).toBe('paper.signed_out');
  });

  it('is not open to a person who was unfrozen by SQL', async () => {
    const own = await openTerminal(server, '0.00');
    await server.db.run(sql`update person set frozen_at = now() where id = ${own.owner.user.id}`);
    await forged(sql`update person set frozen_at = null where id = ${own.owner.user.id}`);
    expect(await state(own)).toBe('paper.signed_out');
  });
});

describe('a link to a terminal', () => {
  const openBy = async (token: string) =>
    (await server.call('POST /api/paper/session', { as: server.browser(), body: { token } })).refusal.code;

  it('does not open another person’s account after it was pointed there', async () => {
    const token = await signInLink(thief);
    await forged(sql`
      update platform_token set client_id = ${victim.owner.user.id},
        account_id = (select id from trading_account where number = ${victim.number}::bigint)
      where client_id = ${thief.owner.user.id} and used_at is null`);
    expect(await openBy(token)).toBe('auth.token_unknown');
  });

  it('does not open another person’s account in the name of its client', async () => {
    const token = await signInLink(thief);
    await forged(sql`
      update platform_token set account_id = (select id from trading_account where number = ${victim.number}::bigint)
      where client_id = ${thief.owner.user.id} and used_at is null`);
    expect(await openBy(token)).toBe('auth.token_unknown');
  });

  it('does not open anything to a person whose row was changed', async () => {
    const own = await openTerminal(server, '0.00');
    const token = await signInLink(own);
    await forged(sql`update person set verification_level = 4 where id = ${own.owner.user.id}`);
    expect(await openBy(token)).toBe('auth.token_unknown');
  });
});
