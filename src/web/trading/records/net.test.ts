import { expect, test } from 'vitest';
import { costsOf, netOf } from './net.ts';

const deal = (profit: string, swap = '0.00', commission = '0.00', fee = '0.00') => ({ profit, swap, commission, fee });

test.each([
  ['nothing', deal('0.00'), 'USD', '0.00'],
  ['a gain less its costs', deal('120.50', '-1.25', '-3.50', '-0.10'), 'USD', '115.65'],
  ['what a float would round', deal('0.10', '0.20', '-0.31'), 'USD', '-0.01'],
  ['amounts beyond what a float holds', deal('9007199254740993.01', '0.01'), 'USD', '9007199254740993.02'],
  ['a currency without minor units', deal('1200', '-15', '0', '0'), 'JPY', '1185'],
])('the net of %s', (_, record, currency, net) => {
  expect(netOf(record, currency)).toBe(net);
});

test('the costs of a deal are all that is not its profit', () => {
  expect(costsOf(deal('50.00', '0.40', '-3.50', '-0.05'), 'EUR')).toBe('-3.15');
});
