import { expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';

/** Every history refuses a period that ends before it begins, under its last day, before any search. */
const backwards = [
  { from: '2026-03-04', to: '2026-03-03' },
  { from: '2026-03-04T00:00:00Z', to: '2026-03-03T00:00:00.000Z' },
];
const someId = '0198c0de-0000-7000-8000-000000000000';
const needed = {
  wallet_id: someId,
  trading_account_id: '90000001',
  format: 'csv',
  method: 'bank_transfer',
  name: 'March',
  total: { currency: 'USD', amount: '1' },
  request_id: someId,
};

const withPeriod = Object.entries(api).flatMap(([name, endpoint]) => {
  const {
    body,
    query,
    refusals = [],
  } = endpoint as { body?: z.ZodType; query?: z.ZodType; refusals?: readonly string[] };
  // A statement has its own refusal for a period that is none; a chart is drawn for a span that a program chose.
  if (refusals.includes('wallets.period') || name === 'market.candles') return [];
  return [body, query].flatMap((schema) =>
    schema instanceof z.ZodObject && 'from' in schema.shape && 'to' in schema.shape ? [[name, schema] as const] : [],
  );
});

it('is covered by the histories of all modules', () => {
  const modules = new Set(withPeriod.map(([name]) => name.split('.')[0]));
  expect([...modules]).toEqual(expect.arrayContaining(['trading', 'paper', 'wallets', 'payments', 'ipo']));
});

it.each(withPeriod)('%s refuses days in the wrong order', (_, schema) => {
  const issues = backwards.map((days) => {
    const others = Object.entries(needed).filter(([field]) => field in schema.shape);
    return schema
      .safeParse({ ...Object.fromEntries(others), ...days })
      .error?.issues.map(({ path, message }) => [path, message]);
  });
  expect(issues).toContainEqual([[['to'], 'validation.day_order']]);
});
