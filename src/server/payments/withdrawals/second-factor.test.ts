import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  emailedCode,
  newPayer,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

/** As two administrators would set it. */
async function choose(number: number, value: 'must' | 'choice') {
  await server.db.run(sql`
    insert into setting_version (id, key, number, was, value, created_at)
    values (${newId()}, 'security.withdrawal_second_factor', ${number}, '"choice"', ${JSON.stringify(value)}::text::jsonb,
            ${server.clock.now()})`);
  await server.app.settings.reload();
}

const request = (payer: Payer, destination_id: string) =>
  asker(server)('POST /api/payments/withdraw', payer.session, {
    wallet_id: payer.wallet.walletId,
    destination_id,
    amount: '20',
  });

const isNeeded = async ({ session }: Payer) =>
  (await server.call('POST /api/payments/limits', { as: session })).body.second_factor_needed;

describe('a second factor before withdrawals', () => {
  it('is a must outside a demo unless the operator chooses otherwise', async () => {
    const own = await startServer({ env: { DEMO: '0' } });
    try {
      expect(own.app.settings.value('security.withdrawal_second_factor')).toBe('must');
    } finally {
      await own.close();
    }
    expect(server.app.settings.value('security.withdrawal_second_factor')).toBe('choice');
  });

  it('refuses a client without one, when requesting and when confirming, and accepts a client with one', async () => {
    const ida = await newPayer(server, 3, 100_000n);
    const bank = await confirmedDestination(server, ida);
    const { body: earlier } = await request(ida, bank);
    const code = await emailedCode(server, ida);
    expect(await isNeeded(ida)).toBe(false);

    await choose(2, 'must');
    expect(await isNeeded(ida)).toBe(true);
    const refused = await request(ida, bank);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'payments.second_factor']);
    const confirmed = await asker(server)('POST /api/payments/confirm', ida.session, {
      payment_id: earlier.payment.id,
      code,
    });
    expect([confirmed.status, codeOf(confirmed)]).toEqual([409, 'payments.second_factor']);

    await setUpTotp(server, ida.session);
    expect(await isNeeded(ida)).toBe(false);
    expect(codeOf(await request(ida, bank))).toBe('payments.blocked_after_change');
    server.clock.advance(25 * 3_600_000);
    await server.storeSessions();
    await submitted(server, ida, bank, '20');

    const eva = await newPayer(server, 3, 100_000n);
    const evasBank = await confirmedDestination(server, eva);
    expect(codeOf(await request(eva, evasBank))).toBe('payments.second_factor');
    await server.db.run(sql`
      update person set second_factor_at = ${server.clock.now()} where id = ${eva.session.user.id}`);
    await submitted(server, eva, evasBank, '20');
    await choose(3, 'choice');
  });
});
