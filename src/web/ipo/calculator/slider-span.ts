import { Decimal } from '#contract/ipo/terms.ts';
import type { CalculatorField, CalculatorValues } from './input.ts';
import { readDecimal } from '../read-decimal.ts';

/** From where to where a slider goes, and how far a step is; decimal strings. */
export interface Span {
  max: string;
  step: string;
}

/** Beyond this the shares would have risen to three times their price; who hopes for more can type it. */
const maxGain = 3;

/** The span of a figure that is tried out rather than known; undefined for the others. */
export function spanOf(field: CalculatorField, values: CalculatorValues): Span | undefined {
  if (field === 'allotmentPercent') return { max: '100', step: '1' };
  if (field === 'holdingDays') return { max: '365', step: '1' };
  if (field === 'amount') return { max: '100000', step: '500' };
  if (field !== 'exitPrice') return undefined;
  const price = priceIn(values.finalPrice) ?? priceIn(values.priceHigh);
  if (!price) return undefined;
  const step = price.div(20).round(2, Decimal.roundUp);
  return { max: step.times(20 * maxGain).toFixed(), step: step.toFixed() };
}

function priceIn(typed: string) {
  const read = readDecimal(typed);
  return 'decimal' in read && /^\d{1,9}(\.\d{1,8})?$/.test(read.decimal) ? new Decimal(read.decimal) : undefined;
}
