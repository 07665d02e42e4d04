import { expect, test } from '@playwright/test';
import { adapterNames, certify } from '../../scripts/certify/certify.ts';

test.describe.configure({ timeout: 900_000 });

/** Adyen's shares most of its trials with Stripe's, and runs by `npm run adapter:certify adyen` alone. */
const names = adapterNames.filter((name) => name !== 'adyen');

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
