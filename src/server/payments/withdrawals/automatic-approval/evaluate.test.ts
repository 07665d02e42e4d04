import { describe, expect, it } from 'vitest';
import type { ApprovalCondition } from '#contract/payments/names.ts';
import { ruleOf, rulesOf } from '#test/money/automatic-approval.ts';
import { evaluate, inCents, type Approved } from './evaluate.ts';
import type { Facts } from './facts.ts';

const good: Facts = {
  paymentId: 'p',
  number: 1n,
  clientId: 'c',
  state: 'submitted',
  at: new Date('2026-05-01T10:00:00Z'),
  method: 'bank_transfer',
  currency: 'USD',
  hasRate: true,
  usd: 50_000n,
  needsTwo: false,
  level: 3,
  risk: 'medium',
  accountDays: 90,
  destinationDays: 30,
  usedBefore: true,
  toSource: true,
  dayUsd: 100_000n,
  monthUsd: 200_000n,
  heldBack: false,
  hasFinding: false,
  nameMatches: true,
  isShared: false,
};
const thresholds = { secondApproverFrom: 1_000_000n, approverDayTotal: 10_000_000n };
const nothing: Approved = { clientWeek: 0n, dayCount: 0, dayUsd: 0n };
const strict = inCents(
  rulesOf(
    {
      methods: ['bank_transfer'],
      currencies: ['USD'],
      max_risk: 'medium',
      account_days: 90,
      destination_days: 30,
      used_before: true,
      to_source: true,
      max_day: '1000',
      max_month: '2000',
    },
    { day_count: 10, day_total: '5000' },
  ),
);

/** Each is the one step past a bound that all of `good` meets exactly. */
const misses: [ApprovalCondition, Partial<Facts>, Partial<Approved>][] = [
  ['held_back', { heldBack: true }, {}],
  ['finding', { hasFinding: true }, {}],
  ['name', { nameMatches: false }, {}],
  ['shared', { isShared: true }, {}],
  ['method', { method: 'sandbox' }, {}],
  ['currency', { currency: 'EUR' }, {}],
  ['currency', { hasRate: false }, {}],
  ['amount', { usd: 50_001n }, {}],
  ['level', { level: 2 }, {}],
  ['risk', { risk: 'high' }, {}],
  ['account_age', { accountDays: 89 }, {}],
  ['destination_age', { destinationDays: 29 }, {}],
  ['first_use', { usedBefore: false }, {}],
  ['source', { toSource: false }, {}],
  ['day_sum', { dayUsd: 100_001n }, {}],
  ['month_sum', { monthUsd: 200_001n }, {}],
  ['two_people', {}, { clientWeek: 950_000n }],
  ['two_people', { needsTwo: true }, {}],
  ['day_cap', {}, { dayCount: 10 }],
  ['day_cap', {}, { dayUsd: 450_001n }],
];

describe('the rules of automatic approval', () => {
  it('approve what meets each bound exactly', () => {
    const filled = { clientWeek: 949_999n, dayCount: 9, dayUsd: 450_000n };
    expect(evaluate(good, filled, strict, thresholds)).toEqual({ rule: 'Small', missed: null });
  });

  it.each(misses)('leave to staff what misses one: %s', (missed, facts, approved) => {
    const verdict = evaluate({ ...good, ...facts }, { ...nothing, ...approved }, strict, thresholds);
    expect(verdict.missed).toBe(missed);
  });

  it('never approve what takes two people, however high their own bound', () => {
    const wide = inCents(rulesOf({ max_amount: '50000', max_day: '50000', max_month: '50000' }));
    expect(evaluate({ ...good, usd: 1_000_000n }, nothing, wide, thresholds).missed).toBe('two_people');
    expect(evaluate({ ...good, usd: 999_999n }, nothing, wide, thresholds).missed).toBeNull();
  });

  it('approve in a day no more than one approver may', () => {
    const filled = { ...nothing, dayUsd: 400_000n };
    expect(evaluate(good, filled, strict, { ...thresholds, approverDayTotal: 449_999n }).missed).toBe('day_cap');
    expect(evaluate(good, filled, strict, { ...thresholds, approverDayTotal: 450_000n }).missed).toBeNull();
  });

  it('name the rule that misses the fewest conditions, and the first of them', () => {
    const rules = [
      ruleOf({ name: 'Strict', account_days: 365, used_before: true }),
      ruleOf({ name: 'Near', max_day: '10' }),
      ruleOf({ name: 'Far', min_level: 4, to_source: true }),
    ];
    const verdict = evaluate({ ...good, usedBefore: false }, nothing, inCents(rulesOf({}, { rules })), thresholds);
    expect(verdict).toEqual({ rule: 'Near', missed: 'day_sum' });
  });
});
