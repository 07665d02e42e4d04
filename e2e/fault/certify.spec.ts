import { expect, test } from '@playwright/test';
import { adapterNames, certify } from '../../scripts/certify/certify.ts';

test.describe.configure({ timeout: 900_000 });

/** Those of Adyen and BTCPay share most trials with Stripe's, and run by `npm run adapter:certify adyen btcpay` alone. */
const names = adapterNames.filter((name) => name !== 'adyen' && name !== 'btcpay');

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
