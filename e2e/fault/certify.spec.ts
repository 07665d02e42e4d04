import { expect, test } from '@playwright/test';
import { adapterNames, certify } from '../../scripts/certify/certify.ts';

test.describe.configure({ timeout: 900_000 });

/**
 * All with `E2E_FULL=1`. Else Stripe, with which Adyen and BTCPay share most trials, and one of those that move no money: which
 * one, `E2E_SEED` decides.
 */
const moveNoMoney = ['twilio', 'http_gateway', 'yente', 'sumsub'] as const;
const sampled = moveNoMoney[Number(process.env['E2E_SEED']) % moveNoMoney.length]!;
const names = process.env['E2E_FULL'] ? adapterNames : (['stripe', sampled] as const);

/** The short form of `npm run adapter:certify`. */
test('adapters withstand lies of their providers and kill -9', async () => {
  const certificates = await certify(names, { isShort: true });
  expect(certificates.map(({ adapter }) => adapter)).toEqual(names);
  for (const { rows, kills } of certificates) {
    expect(rows.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(rows.length).toBeGreaterThan(6);
    expect(kills).toBeGreaterThan(0);
  }
});
