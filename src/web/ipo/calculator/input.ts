import { calculateIpo, type IpoEstimate } from '#contract/ipo/calculator.ts';
import { Decimal, type IpoInput, type IpoInputError } from '#contract/ipo/terms.ts';
import type { Offering } from '#contract/ipo/records.ts';
import { payoffOf, type Payoff } from './payoff.ts';
import { readDecimal, type TypedDecimal } from '../read-decimal.ts';

/** What a visitor sees first: an application over a plain offering. */
export const example = {
  currency: 'USD',
  amount: '10000',
  priceLow: '18',
  priceHigh: '20',
  finalPrice: '',
  exitPrice: '20',
  lotSize: '1',
  allotmentPercent: '15',
  feeInPercent: '3',
  feeInMinimum: '',
  feeInFixed: '',
  feeOutPercent: '0.5',
  holdingDays: '90',
  taxPercent: '',
  interest: '',
};

/** The fields of the calculator, as typed. */
export type CalculatorValues = Record<keyof typeof example, string>;
export type CalculatorField = Exclude<keyof CalculatorValues, 'currency'>;

/** Why a field is refused; `ambiguous` names both readings. */
export type FieldProblem = IpoInputError | { reason: 'ambiguous'; whole: string; fraction: string };
export type FieldProblems = Partial<Record<CalculatorField, FieldProblem>>;

export interface Calculated {
  estimate: IpoEstimate;
  currency: string;
  /** Requested whole lots. */
  lots: number;
  payoff: Payoff;
  /** Net result if the shares become worthless. */
  worstNet: string;
  /** Whether the final price lies outside the range that clients applied at. */
  isOutsideRange: boolean;
}

export type Calculation = { ok: true; result: Calculated } | { ok: false; problems: FieldProblems };

type OfferingTerms = Pick<
  Offering,
  | 'currency'
  | 'price_low'
  | 'price_high'
  | 'final_price'
  | 'lot_size'
  | 'fee_in_percent'
  | 'fee_in_minimum'
  | 'fee_fixed'
  | 'fee_out_percent'
  | 'lock_up_days'
>;

/** The terms of an offering over what was typed. A sale starts at the price of the shares, so that nothing is promised. */
export function fromOffering(values: CalculatorValues, offering: OfferingTerms): CalculatorValues {
  return {
    ...values,
    currency: offering.currency,
    priceLow: offering.price_low,
    priceHigh: offering.price_high,
    finalPrice: offering.final_price ?? '',
    exitPrice: offering.final_price ?? offering.price_high,
    lotSize: String(offering.lot_size),
    feeInPercent: offering.fee_in_percent,
    feeInMinimum: offering.fee_in_minimum,
    feeInFixed: offering.fee_fixed,
    feeOutPercent: offering.fee_out_percent,
    holdingDays: String(Math.max(1, offering.lock_up_days)),
  };
}

/** Reads the input and calculates the result, or returns the error of each field. */
export function calculate({ currency, ...typed }: CalculatorValues): Calculation {
  const fields = Object.entries(typed) as [CalculatorField, string][];
  const read = fields.map(([field, text]) => [field, readDecimal(text)] as const);
  const decimals = Object.fromEntries(read.map(([field, value]) => [field, 'decimal' in value ? value.decimal : '']));
  const { priceLow, ...terms } = decimals as Record<CalculatorField, string>;
  const input: IpoInput = { currency, ...terms };
  const calculation = calculateIpo(input);
  const problems: FieldProblems = {
    ...(calculation.ok ? {} : calculation.errors),
    ...problemOfLow(priceLow, terms.priceHigh),
    ...Object.fromEntries(
      read.flatMap(([field, value]) => (isTwofold(value) ? [[field, { reason: 'ambiguous', ...value }]] : [])),
    ),
  };
  if (!calculation.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  const worst = calculateIpo({ ...input, exitPrice: '0' });
  const final = new Decimal(terms.finalPrice || terms.priceHigh);
  return {
    ok: true,
    result: {
      estimate: calculation.estimate,
      currency,
      lots: calculation.estimate.requestedQuantity / Number(terms.lotSize || 1),
      payoff: payoffOf(input, calculation.estimate.breakEvenPrice),
      worstNet: worst.ok ? worst.estimate.net : calculation.estimate.net,
      isOutsideRange: final.gt(terms.priceHigh) || (priceLow !== '' && final.lt(priceLow)),
    },
  };
}

const isTwofold = (value: TypedDecimal) => 'whole' in value;

const plainPrice = /^\d{1,15}(\.\d{1,8})?$/;

/** The lower end is no part of the sum, only of the question whether the final price lies in the range. */
function problemOfLow(low: string, high: string): FieldProblems {
  if (low === '') return {};
  if (!plainPrice.test(low)) return { priceLow: { reason: 'not_a_number' } };
  return plainPrice.test(high) && new Decimal(low).gt(high) ? { priceLow: { reason: 'max', limit: high } } : {};
}
