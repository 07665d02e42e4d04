import { Big } from 'big.js';

/** Enough places for what follows from a division; what is shown is rounded far earlier. */
export const Decimal = Big();
Decimal.DP = 30;

/**
 * What a person fills in, as decimal strings with a point. Prices are per share, money is in `currency`, percentages are
 * whole (`"3"` is 3 %). An empty or absent optional field takes its default.
 */
export interface IpoInput {
  currency: string;
  /** Money to apply with. */
  amount: string;
  /** Upper end of the price range, at which money is frozen. */
  priceHigh: string;
  /** Price of the shares once set; by default the upper end of the range. */
  finalPrice?: string;
  /** Price at which the shares are sold. */
  exitPrice: string;
  /** Shares in a lot, a whole number; 1 by default. */
  lotSize?: string;
  /** Share of the request that is allotted. */
  allotmentPercent: string;
  feeInPercent?: string;
  /** The percentage fee is at least so much when anything is allotted. */
  feeInMinimum?: string;
  /** Fixed fee of an application. */
  feeInFixed?: string;
  feeOutPercent?: string;
  /** Days from freezing to sale, a whole number. */
  holdingDays: string;
  /** Tax on a profit; a loss is not taxed. */
  taxPercent?: string;
  /** Interest on borrowed money, in total. */
  interest?: string;
}

type Field = Exclude<keyof IpoInput, 'currency'>;

/** Why a field is refused. `limit` is a decimal string, there with the reasons that name one. */
export interface IpoInputError {
  reason: 'required' | 'not_a_number' | 'not_whole' | 'min' | 'max' | 'below_one_lot';
  limit?: string;
}

export type IpoInputErrors = Partial<Record<Field, IpoInputError>>;

/** The same as numbers. Percentages are shares here: 0.03 is 3 %. */
export type IpoTerms = Record<Field, Big> & { currency: string };

interface Rule {
  min: string;
  max: string;
  whole?: true;
  percent?: true;
  /** Without one the field is required. */
  byDefault?: (input: IpoInput) => string;
}

const price = { min: '0.0001', max: '1000000' };
const fee = { min: '0', max: '50', percent: true, byDefault: () => '0' } as const;
const extra = { min: '0', max: '1000000000', byDefault: () => '0' };

/** The largest amount over the smallest price is still a whole number that JavaScript can count to. */
const rules: Record<Field, Rule> = {
  amount: { min: '0.01', max: '1000000000' },
  priceHigh: price,
  finalPrice: { ...price, byDefault: (input) => input.priceHigh },
  exitPrice: { min: '0', max: price.max },
  lotSize: { min: '1', max: '1000000', whole: true, byDefault: () => '1' },
  allotmentPercent: { min: '0', max: '100', percent: true },
  feeInPercent: fee,
  feeInMinimum: extra,
  feeInFixed: extra,
  feeOutPercent: fee,
  holdingDays: { min: '1', max: '36500', whole: true },
  taxPercent: { ...fee, max: '100' },
  interest: extra,
};

const plainDecimal = /^-?\d{1,15}(\.\d{1,8})?$/;

/** Reads every field and reports each wrong one, not just the first. */
export function readTerms(input: IpoInput): { ok: true; terms: IpoTerms } | { ok: false; errors: IpoInputErrors } {
  const errors: IpoInputErrors = {};
  const terms: Partial<IpoTerms> = { currency: input.currency };
  for (const [field, rule] of Object.entries(rules) as [Field, Rule][]) {
    const text = input[field]?.trim() || rule.byDefault?.(input).trim() || '';
    const error = errorOf(text, rule);
    if (error) errors[field] = error;
    else terms[field] = rule.percent ? new Decimal(text).div(100) : new Decimal(text);
  }
  // The upper price speaks for itself; its copy as final price would only repeat the complaint.
  if (errors.priceHigh && !input.finalPrice?.trim()) delete errors.finalPrice;
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, terms: terms as IpoTerms };
}

function errorOf(text: string, { min, max, whole }: Rule): IpoInputError | undefined {
  if (text === '') return { reason: 'required' };
  if (!plainDecimal.test(text)) return { reason: 'not_a_number' };
  const value = new Decimal(text);
  if (whole && !value.round().eq(value)) return { reason: 'not_whole' };
  if (value.lt(min)) return { reason: 'min', limit: min };
  if (value.gt(max)) return { reason: 'max', limit: max };
  return undefined;
}
