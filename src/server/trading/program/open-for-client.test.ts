import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tradingProgramEndpoints } from '#contract/trading/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  crm = await keyFor(server, admin, { name: 'CRM', scopes: ['profiles:write', 'accounts:write'] });
});
afterAll(() => server.close());

const open = (clientId: string, { currency = 'USD', by = crm, intent = newId() } = {}) =>
  server.call('POST /api/operator/v1/accounts', {
    body: { client_id: clientId, currency },
    headers: { authorization: by, 'idempotency-key': intent },
  });
const { request: close } = closingOn(() => server);

const refusals = refusalsOf(tradingProgramEndpoints);
refusals.meets('operator_api.open_account', async () => {
  const [{ user }, full] = [await server.register(), await server.register()];
  const colleague = await server.register({ roles: ['client', 'support'] });
  const frozen = await server.register();
  await server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${frozen.user.id}`);
  for (let count = 0; count < server.app.settings.value('trading.accounts_per_client'); count += 1)
    await open(full.user.id);
  const intent = newId();
  await open(user.id, { intent });
  return [
    () => open(newId(), { intent, currency: 'XXX' }),
    () => open(newId(), { currency: 'XXX' }),
    () => open(colleague.user.id, { currency: 'XXX' }),
    () => open(frozen.user.id, { currency: 'XXX' }),
    () => open(full.user.id, { currency: 'XXX' }),
    () => open(full.user.id),
  ];
});

describe('an account that a program opens', () => {
  it('is the client’s own, once under one key, with event and audit entry', async () => {
    const ida = await server.register();
    const intent = newId();
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(ida.user.id, { intent, currency: 'eur' })));
    const { body } = opened[0]!;
    expect(body).toEqual({ number: body.number, client_id: ida.user.id, currency: 'EUR' });
    expect(new Set(opened.map((each) => each.body.number))).toEqual(new Set([body.number]));
    const { body: own } = await server.call('POST /api/trading-account', { as: ida, body: {} });
    expect(own).toMatchObject([{ trading_account_id: body.number, status: 'active' }]);
    const audit = await server.db.rows(sql`
      select action, actor_id as by, details from audit_entry where client_id = ${ida.user.id}`);
    expect(audit).toEqual([
      { action: 'trading.open_for', by: admin.user.id, details: { trading_account: body.number, key: 'CRM' } },
    ]);
    await server.drain();
    const events = await server.db.rows(sql`
      select type from operator_event where client_id = ${ida.user.id} and type = 'account.opened'`);
    expect(events).toHaveLength(1);
  });

  it('needs a client who could open it', async () => {
    const [closing, blocked] = [await server.register(), await server.register()];
    await close(closing);
    expect((await open(closing.user.id)).refusal.code).toBe('trading.client_not_ready');
    await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where id = ${blocked.user.id}`);
    expect((await open(blocked.user.id)).refusal.code).toBe('http.not_found');
    expect((await open(admin.user.id)).refusal.code).toBe('http.not_found');
    const { body: unread } = await server.call('POST /api/operator/v1/clients', {
      body: { email: `${newId()}@example.com`, first_name: 'Nora', second_name: 'New', country: 'DE' },
      headers: { authorization: crm, 'idempotency-key': newId() },
    });
    expect((await open(unread.id)).refusal.code).toBe('trading.client_not_ready');
  });

  it('needs the scope', async () => {
    const reader = await keyFor(server, admin, { name: 'Reader', scopes: ['accounts:read', 'profiles:write'] });
    const { user } = await server.register();
    expect((await open(user.id, { by: reader })).refusal.code).toBe('operator.scope');
  });
});

it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
