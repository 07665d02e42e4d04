import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const open = async (as: Session, currency_id = 'USD') =>
  (await server.call('POST /api/trading-account/create', { as, body: { currency_id } })).body.trading_account_id;
const archive = (as: Session, trading_account_id: string, reason = 'No longer needed') =>
  server.call('POST /api/trading-account/archive', { as, body: { trading_account_id, reason } });
const restore = (as: Session, trading_account_id: string) =>
  server.call('POST /api/trading-account/restore', { as, body: { trading_account_id } });
const rename = (as: Session, trading_account_id: string, nickname: string) =>
  server.call('POST /api/trading-account/rename', { as, body: { trading_account_id, nickname } });
const listed = async (as: Session) =>
  (await server.call('POST /api/trading-account', { as })).body.map(({ trading_account_id: id }) => id);
const codeOf = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code];

describe('an account', () => {
  it('has the name that its client gives it, until the client removes it', async () => {
    const ida = await server.register();
    const number = await open(ida);
    expect((await rename(ida, number, '  Long\u0007 term ')).body.nickname).toBe('Long term');
    expect((await rename(ida, number, '')).body.nickname).toBeNull();
    expect((await rename(ida, number, 'x'.repeat(41))).status).toBe(422);
    expect(codeOf(await rename(await server.register(), number, 'Mine'))).toEqual([404, 'http.not_found']);
  });

  it('is archived when it is empty, with date and reason, and can be restored', async () => {
    const ida = await server.register();
    const number = await open(ida);
    expect((await archive(ida, number)).body).toMatchObject({
      status: 'archived',
      archive_reason: 'No longer needed',
      archived_at: server.clock.now().toISOString(),
    });
    expect(await listed(ida)).toEqual([]);
    const { body: archived } = await server.call('POST /api/trading-account/archived', { as: ida });
    expect(archived.map(({ trading_account_id: id }) => id)).toEqual([number]);
    expect((await restore(ida, number)).body).toMatchObject({ status: 'active', archived_at: null });
    expect(await listed(ida)).toEqual([number]);
  });

  it('that may only be read comes back so', async () => {
    const ida = await server.register();
    const number = await open(ida);
    await server.db.run(sql`update trading_account set status = 'read_only' where number = ${number}::bigint`);
    expect((await archive(ida, number)).body.status).toBe('archived');
    expect((await restore(ida, number)).body.status).toBe('read_only');
  });

  it('to which money is on its way cannot be archived', async () => {
    const ida = await server.register();
    const number = await open(ida);
    await server.db.run(sql`
      insert into trading_transfer (id, client_id, wallet_id, account_id, direction, amount, state, idempotency_key, created_at)
      select ${newId()}, t.client_id, w.id, t.id, 'out', 100, 'needs_reconciliation', 'lost', ${server.clock.now()}
      from trading_account t join wallet w on w.client_id = t.client_id where t.number = ${number}::bigint`);
    expect(codeOf(await archive(ida, number))).toEqual([409, 'trading.not_empty']);
  });

  it('is refused what it is not ready for, in the order of the contract', async () => {
    const ida = await server.register();
    const number = await open(ida);
    const stranger = await server.register();
    expect(codeOf(await archive(stranger, number))).toEqual([404, 'http.not_found']);
    expect(codeOf(await restore(stranger, number))).toEqual([404, 'http.not_found']);
    expect(codeOf(await restore(ida, number))).toEqual([409, 'trading.not_archived']);
    await deposit(server.db, ida.user.id, 1_000n, server.clock.now());
    const { walletId: wallet_id } = await walletOf(server.db, ida.user.id);
    const body = { trading_account_id: number, wallet_id, amount: '10', request_id: newId() };
    await server.call('POST /api/trading-account/transfer', { as: ida, body: { ...body, direction: 'in' } });
    expect(codeOf(await archive(ida, number))).toEqual([409, 'trading.not_empty']);
    const back = { ...body, direction: 'out' as const, request_id: newId() };
    await server.call('POST /api/trading-account/transfer', { as: ida, body: back });
    expect((await archive(ida, number)).status).toBe(200);
    expect(codeOf(await archive(ida, number))).toEqual([409, 'trading.archived']);
  });

  it('makes space in the limit, which holds for any number of concurrent calls', async () => {
    const ida = await server.register();
    const first = await open(ida);
    const second = await open(ida);
    await open(ida);
    await archive(ida, first);
    await archive(ida, second);
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => restore(ida, first)),
      ...Array.from({ length: 5 }, () => restore(ida, second)),
      ...Array.from({ length: 10 }, () =>
        server.call('POST /api/trading-account/create', { as: ida, body: { currency_id: 'EUR' } }),
      ),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await listed(ida)).toHaveLength(3);
  });

  it('that is archived beyond the limit cannot be restored, and the refusal says why', async () => {
    const ida = await server.register();
    const first = await open(ida);
    await archive(ida, first);
    for (let i = 0; i < 3; i++) await open(ida);
    const refused = await restore(ida, first);
    expect(codeOf(refused)).toEqual([409, 'trading.account_limit']);
    expect(refused.refusal.params).toEqual({ max: 3 });
  });
});

describe('the history of an account', () => {
  it('is a file that a spreadsheet reads, of the own account only', async () => {
    const ida = await server.register();
    const number = await open(ida);
    await deposit(server.db, ida.user.id, 1_000n, server.clock.now());
    const { walletId: wallet_id } = await walletOf(server.db, ida.user.id);
    const body = { trading_account_id: number, wallet_id, amount: '10', direction: 'in' as const, request_id: newId() };
    await server.call('POST /api/trading-account/transfer', { as: ida, body });
    const file = await server.call('GET /api/trading-account/:number/history', { as: ida, params: { number } });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="account-${number}-deals.csv"`);
    const [head, row, end] = file.body.replace('\uFEFF', '').split('\r\n');
    expect(head).toMatch(/^ticket,time_utc,type,/);
    expect(row).toMatch(/^\d+,2026-03-\d\d \d\d:\d\d:\d\d,balance,,,,,0\.00,0\.00,0\.00,0\.00,10\.00,/);
    expect(end).toBe('');
    const stranger = await server.register();
    const foreign = await server.call('GET /api/trading-account/:number/history', { as: stranger, params: { number } });
    expect(codeOf(foreign)).toEqual([404, 'http.not_found']);
  });
});
