import type { IpoInput } from '#contract/ipo-terms.ts';
import type { Offering } from '#contract/ipo.ts';

/** The fields of the calculator, as typed. */
export type CalculatorValues = Record<keyof typeof example, string>;

/** What a visitor sees first: an application over a plain offering. */
export const example = {
  currency: 'USD',
  amount: '10000',
  priceHigh: '20',
  finalPrice: '',
  exitPrice: '30',
  lotSize: '1',
  allotmentPercent: '15',
  feeInPercent: '3',
  feeOutPercent: '0.5',
  holdingDays: '93',
};

/** The terms of an offering over what was typed; the price of a sale starts where the shares do. */
export function fromOffering(values: CalculatorValues, offering: Offering): CalculatorValues {
  const price = offering.final_price ?? offering.price_high;
  return {
    ...values,
    currency: offering.currency,
    priceHigh: trimmed(offering.price_high),
    finalPrice: trimmed(price),
    exitPrice: trimmed(price),
    lotSize: String(offering.lot_size),
    feeInPercent: trimmed(offering.fee_in_percent),
    feeOutPercent: trimmed(offering.fee_out_percent),
    holdingDays: String(Math.max(1, offering.lock_up_days)),
  };
}

/** `20.00` as a person would type it. */
const trimmed = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** People type a comma where their language has one, and group digits with spaces. */
export function toInput({ currency, ...fields }: CalculatorValues): IpoInput {
  const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const entries = Object.entries(fields).map(([name, text]) => [name, plain(text)] as const);
  return { currency, ...(Object.fromEntries(entries) as Omit<CalculatorValues, 'currency'>) };
}
