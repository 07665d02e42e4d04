import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateIpo, type IpoEstimate } from './calculator.ts';
import type { IpoInput } from './terms.ts';

const gain: IpoInput = {
  currency: 'USD',
  amount: '10000',
  priceHigh: '20',
  exitPrice: '30',
  allotmentPercent: '15',
  feeInPercent: '3',
  feeOutPercent: '0.5',
  holdingDays: '93',
};
const loss: IpoInput = { ...gain, finalPrice: '19', lotSize: '10', exitPrice: '15' };

function estimateOf(input: IpoInput): IpoEstimate {
  const result = calculateIpo(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.estimate;
}

describe('calculateIpo', () => {
  it.each([
    {
      name: 'a gain',
      input: gain,
      expected: {
        requestedQuantity: 485,
        frozen: '9991.00',
        allottedQuantity: 72,
        cost: '1440.00',
        feeIn: '43.20',
        refund: '8507.80',
        proceeds: '2160.00',
        feeOut: '10.80',
        net: '666.00',
        breakEvenPrice: '20.7035',
        returnOnInvestedPercent: '44.903',
        returnOnFrozenPercent: '6.666',
      },
    },
    {
      name: 'a loss',
      input: loss,
      expected: {
        requestedQuantity: 480,
        frozen: '9888.00',
        allottedQuantity: 70,
        cost: '1330.00',
        feeIn: '39.90',
        refund: '8518.10',
        net: '-325.15',
        breakEvenPrice: '19.6683',
        returnOnInvestedPercent: '-23.735',
        returnOnFrozenPercent: '-3.288',
      },
    },
    {
      name: 'fees, tax and interest of every kind',
      input: { ...gain, feeInMinimum: '50', feeInFixed: '5', taxPercent: '25', interest: '4.99' },
      expected: {
        frozen: '9996.00',
        feeIn: '50.00',
        feeInFixed: '5.00',
        refund: '8501.00',
        tax: '162.31',
        net: '486.90',
        breakEvenPrice: '20.9379',
      },
    },
    {
      name: 'nothing allotted',
      input: { ...gain, allotmentPercent: '0', feeInMinimum: '50' },
      expected: {
        allottedQuantity: 0,
        feeIn: '0.00',
        refund: '9991.00',
        net: '0.00',
        breakEvenPrice: null,
        returnOnInvestedPercent: null,
        returnOnFrozenPercent: '0.000',
        yearlyOnInvestedPercent: null,
      },
    },
    {
      name: 'a currency without fractions',
      input: { ...gain, currency: 'JPY', amount: '1000000', priceHigh: '1999.5', exitPrice: '2100' },
      expected: { requestedQuantity: 485, frozen: '998851', allottedQuantity: 72, cost: '143964', feeIn: '4319' },
    },
    {
      name: 'a final price that asks for more than was frozen',
      input: { ...gain, finalPrice: '24', allotmentPercent: '100' },
      expected: { cost: '11640.00', feeIn: '349.20', refund: '-1998.20' },
    },
  ])('$name', ({ input, expected }) => {
    expect(estimateOf(input)).toMatchObject(expected);
  });

  it.each([
    { days: '365', invested: '44.903', frozen: '6.666' },
    { days: '93', invested: '328.730', frozen: '28.823' },
    { days: '730', invested: '20.376', frozen: '3.279' },
    { days: '30', invested: '9015.313', frozen: '119.272' },
    { days: '29', invested: null, frozen: null },
  ])('gives yearly rates from 30 days on: $days days', ({ days, invested, frozen }) => {
    const estimate = estimateOf({ ...gain, holdingDays: days });
    expect([estimate.yearlyOnInvestedPercent, estimate.yearlyOnFrozenPercent]).toEqual([invested, frozen]);
  });

  it('has no yearly rate for a total loss', () => {
    expect(estimateOf({ ...gain, exitPrice: '0' })).toMatchObject({
      returnOnInvestedPercent: '-100.000',
      yearlyOnInvestedPercent: null,
    });
  });

  it('shows losses and gains around the final price', () => {
    const rows = estimateOf(loss).scenarios.map(({ changePercent, price, net }) => [changePercent, price, net]);
    expect(rows).toEqual([
      [-50, '9.5', '-708.23'],
      [-20, '15.2', '-311.22'],
      [0, '19', '-46.55'],
      [20, '22.8', '218.12'],
      [50, '28.5', '615.12'],
      [100, '38', '1276.80'],
    ]);
  });

  it.each([
    [{ amount: '' }, { amount: { reason: 'required' } }],
    [{ amount: '10,000' }, { amount: { reason: 'not_a_number' } }],
    [{ exitPrice: '1e5' }, { exitPrice: { reason: 'not_a_number' } }],
    [{ exitPrice: '-1' }, { exitPrice: { reason: 'min', limit: '0' } }],
    [{ lotSize: '1.5' }, { lotSize: { reason: 'not_whole' } }],
    [{ holdingDays: '0' }, { holdingDays: { reason: 'min', limit: '1' } }],
    [{ allotmentPercent: '100.01' }, { allotmentPercent: { reason: 'max', limit: '100' } }],
    [{ amount: '20.59' }, { amount: { reason: 'below_one_lot', limit: '20.60' } }],
    [
      { amount: 'a', priceHigh: 'b' },
      { amount: { reason: 'not_a_number' }, priceHigh: { reason: 'not_a_number' } },
    ],
  ])('answers wrong input %j', (change, errors) => {
    expect(calculateIpo({ ...gain, ...change })).toEqual({ ok: false, errors });
  });

  it('treats blank optional fields as absent', () => {
    expect(estimateOf({ ...gain, finalPrice: ' ', lotSize: '', taxPercent: '' })).toEqual(estimateOf(gain));
  });

  it('accounts for every cent, whatever the input', () => {
    const hundredths = (max: number) => fc.integer({ min: 1, max: max }).map((n) => new Big(n).div(100).toFixed(2));
    const inputs = fc.record({
      currency: fc.constantFrom('USD', 'JPY', 'BTC'),
      amount: hundredths(1e9),
      priceHigh: hundredths(1e4),
      finalPrice: hundredths(1e4),
      exitPrice: hundredths(1e5),
      lotSize: fc.integer({ min: 1, max: 50 }).map(String),
      allotmentPercent: hundredths(1e4),
      feeInPercent: hundredths(1e3),
      feeInFixed: hundredths(1e3),
      feeOutPercent: hundredths(1e3),
      holdingDays: fc.integer({ min: 1, max: 3650 }).map(String),
    });
    fc.assert(
      fc.property(inputs, (input) => {
        const result = calculateIpo(input);
        fc.pre(result.ok);
        const { frozen, cost, feeIn, feeInFixed, refund, proceeds, feeOut, tax, net, ...rest } = result.estimate;
        const paid = new Big(cost).plus(feeIn).plus(feeInFixed);
        expect(paid.plus(refund).eq(frozen)).toBe(true);
        expect(new Big(proceeds).minus(feeOut).minus(tax).minus(paid).eq(net)).toBe(true);
        expect(rest.allottedQuantity).toBeLessThanOrEqual(rest.requestedQuantity);
        expect(rest.allottedQuantity % Number(input.lotSize)).toBe(0);
      }),
    );
  });
});
