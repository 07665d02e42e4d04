import { expect, test } from '@playwright/test';
import { adapterNames, certify, type AdapterName } from '../../scripts/certify/certify.ts';

test.describe.configure({ timeout: 900_000 });

/**
 * All with `E2E_FULL=1`. Else one of those that move money, which share most trials, and one of the others: which ones,
 * `E2E_SEED` decides.
 */
const moveNoMoney: readonly AdapterName[] = ['twilio', 'http_gateway', 'yente', 'sumsub'];
const moveMoney = adapterNames.filter((name) => !moveNoMoney.includes(name));
const seed = Number(process.env['E2E_SEED']);
const sampled = [moveMoney[seed % moveMoney.length]!, moveNoMoney[seed % moveNoMoney.length]!];
const names = process.env['E2E_FULL'] ? adapterNames : sampled;

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
