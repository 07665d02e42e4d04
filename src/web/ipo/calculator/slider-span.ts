import type { CalculatorField } from './input.ts';

/** From where to where a slider goes, and how far a step is; decimal strings. */
export interface Span {
  max: string;
  step: string;
}

/** The figures that are tried out rather than known. The price of the sale is slid in the drawing. */
export const spans: Partial<Record<CalculatorField, Span>> = {
  allotmentPercent: { max: '100', step: '1' },
  holdingDays: { max: '365', step: '1' },
  amount: { max: '100000', step: '500' },
};
