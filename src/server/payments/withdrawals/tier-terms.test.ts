import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, confirmedDestination, emailedCode, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { feeOf } from '#contract/payments/fee.ts';
import { reduced } from '../amounts.ts';

/** What a tier changes of withdrawals: at level 3 one may be 25,000 USD and a day 50,000, and a bank transfer costs 5. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const setTier = ({ session }: Payer, tier: TierName) =>
  server.db.run(sql`
    insert into client_tier (client_id, earned_tier, since, changed_at)
    values (${session.user.id}, ${tier}, ${server.clock.now()}, ${server.clock.now()})
    on conflict (client_id) do update set earned_tier = excluded.earned_tier, changed_at = excluded.changed_at`);

async function payerOf(tier: TierName) {
  const payer = await newPayer(server, 3, 20_000_000n);
  await setTier(payer, tier);
  return { payer, bank: await confirmedDestination(server, payer) };
}
const withdraw = (payer: Payer, destination_id: string, amount: string) =>
  asker(server)('POST /api/payments/withdraw', payer.session, {
    wallet_id: payer.wallet.walletId,
    destination_id,
    amount,
  });
const confirm = (payer: Payer, payment_id: string, code: string) =>
  asker(server)('POST /api/payments/confirm', payer.session, { payment_id, code });

describe('a tier', () => {
  it.each<[TierName, fee: string, maximum: string]>([
    ['standard', '5.00', '25000.00'],
    ['gold', '3.75', '37500.00'],
    ['platinum', '2.50', '50000.00'],
    ['vip', '0.00', '75000.00'],
  ])('%s reduces the fee and widens the limits, as is shown before', async (tier, fee, max) => {
    const { payer, bank } = await payerOf(tier);
    const { body: ways } = await asker(server)('POST /api/payments/methods', payer.session, {});
    const transfer = ways.withdrawal.find(({ method }) => method === 'bank_transfer');
    expect(transfer?.terms.find(({ currency }) => currency === 'USD')?.fee_fixed).toBe(fee);
    expect(ways.tier_terms.tier).toBe(tier);
    const { body: limits } = await asker(server)('POST /api/payments/limits', payer.session, {});
    expect(limits.withdrawal.limits[0]?.limit).toBe(max);
    expect(limits.deposit.limits[0]?.limit).toBe('100000.00');
    expect(codeOf(await withdraw(payer, bank, `${max.slice(0, -3)}.01`))).toBe('payments.limit_operation');
    const { body } = await withdraw(payer, bank, max);
    expect(body.payment).toMatchObject({ fee, amount: max });
  });

  it('that changes between request and confirmation keeps the shown fee, and counts for the limits', async () => {
    const { payer, bank } = await payerOf('gold');
    const small = (await withdraw(payer, bank, '100')).body.payment;
    const smallCode = await emailedCode(server, payer);
    const large = (await withdraw(payer, bank, '30000')).body.payment;
    const largeCode = await emailedCode(server, payer);
    await setTier(payer, 'standard');
    expect(codeOf(await confirm(payer, large.id, largeCode))).toBe('payments.limit_operation');
    expect((await confirm(payer, small.id, smallCode)).body.payment).toMatchObject({ fee: '3.75', state: 'submitted' });
    expect((await withdraw(payer, bank, '100')).body.payment.fee).toBe('5.00');
    await setTier(payer, 'gold');
    expect((await confirm(payer, large.id, largeCode)).body.payment).toMatchObject({ fee: '3.75', state: 'submitted' });
  });

  it('that changes during many concurrent confirmations lets none beyond the wider limit', async () => {
    const { payer, bank } = await payerOf('gold');
    const input: { id: string; code: string }[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { body } = await withdraw(payer, bank, '20000');
      input.push({ id: body.payment.id, code: await emailedCode(server, payer) });
    }
    const responses = await Promise.all([
      ...input.map(({ id, code }) => confirm(payer, id, code)),
      setTier(payer, 'standard'),
    ]);
    const confirmed = responses.flatMap((each) => (typeof each === 'object' ? [each] : []));
    const through = confirmed.filter(({ status }) => status === 200);
    // Three are 60,000 of a gold day of 75,000, two 40,000 of a standard one of 50,000.
    expect([2, 3]).toContain(through.length);
    expect(through.every(({ body }) => body.payment.fee === '3.75')).toBe(true);
    expect(new Set(confirmed.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['payments.limit_day']),
    );
  });
});

it.each([
  ['0', 501n, '1.5', 10_001n, 652n],
  ['25', 501n, '1.5', 10_001n, 489n],
  ['33.33', 1n, '0', 100n, 1n],
  ['100', 501n, '1.5', 10_001n, 0n],
])('with %s percent off, %i cents and %s percent of it cost %i cents %i', (off, feeFixed, feePercent, amount, fee) => {
  expect(feeOf(reduced({ feeFixed, feePercent }, off), amount)).toBe(fee);
});
