import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, confirmedDestination, newPayer, openBank, submitted } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('a file is not released after its day, and its withdrawals go into the next one', async () => {
  const ines = await server.register({ roles: ['client', 'finance'] });
  const paul = await server.register({ roles: ['client', 'admin'] });
  const ask = asker(server);
  await openBank(server);
  const ida = await newPayer(server, 3, 50_000n);
  const id = await submitted(server, ida, await confirmedDestination(server, ida), '26');
  for (const act of ['assign', 'approve'] as const)
    await ask(`POST /api/staff/payments/${act}`, ines, { payment_id: id });
  const make = async () => {
    const body = { currency: 'USD', pay_on: server.clock.now().toISOString().slice(0, 10), reason: 'Daily payouts' };
    return (await ask('POST /api/staff/payments/bank-files/make', ines, body)).body.id;
  };
  const requestOf = async (file: string) => {
    const { body } = await ask('POST /api/staff/approvals', paul, {});
    const found = body.approval_requests.find((each) => each.kind === 'payout_file' && each.key === file);
    return { approval_request_id: found?.id ?? '', current_password: paul.password };
  };
  const release = async (file: string) => {
    const body = { ...(await requestOf(file)), overrule: 'One network in tests.' };
    return server.call('POST /api/staff/approvals/approve', { as: paul, body });
  };
  const file = await make();
  await server.storeSessions();
  server.clock.advance(24 * 3_600_000);
  expect(codeOf(await release(file))).toBe('payments.file_past');
  const past = sql`update payout_file set released_at = ${server.clock.now()} where id = ${file}`;
  await expect(server.db.run(past)).rejects.toThrow('has passed');
  const body = { ...(await requestOf(file)), reason: 'Its day has passed.' };
  await server.call('POST /api/staff/approvals/decline', { as: paul, body });
  await server.app.jobs.run('payments.bank_files');
  expect((await release(await make())).status).toBe(200);
});
