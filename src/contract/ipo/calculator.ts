import { Big } from 'big.js';
import { Decimal, readTerms, type IpoInput, type IpoInputErrors, type IpoTerms } from './terms.ts';
import { scaleOf } from '#contract/kernel/money.ts';

/** What a sale at one price leads to. Money in the input's currency, percentages with three places, both signed. */
export interface IpoOutcome {
  price: string;
  /** Value of the allotted shares at that price. */
  proceeds: string;
  feeOut: string;
  tax: string;
  /** Profit or loss after every fee, tax and interest. */
  net: string;
  /** Return on the money that went into shares and fees; null when none did. */
  returnOnInvestedPercent: string | null;
  /** Return on all the money that was frozen, allotted or not. */
  returnOnFrozenPercent: string | null;
}

/** An application from freezing to sale. */
export interface IpoEstimate extends IpoOutcome {
  requestedQuantity: number;
  allottedQuantity: number;
  /** Money held from the application until the allotment. */
  frozen: string;
  /** Price of the allotted shares. */
  cost: string;
  feeIn: string;
  feeInFixed: string;
  /** What returns at the allotment; negative when a final price above the range asks for more than was frozen. */
  refund: string;
  /** Price at which nothing is won or lost, with four places; null when nothing is allotted. */
  breakEvenPrice: string | null;
  /** The returns as yearly rates; null below 30 days, where a yearly rate would flatter, and when all was lost. */
  yearlyOnInvestedPercent: string | null;
  yearlyOnFrozenPercent: string | null;
  /** Sales at the final price changed by -50, -20, 0, +20, +50 and +100 %. */
  scenarios: (IpoOutcome & { changePercent: number })[];
}

export type IpoCalculation = { ok: true; estimate: IpoEstimate } | { ok: false; errors: IpoInputErrors };

const scenarioChangesPercent = [-50, -20, 0, 20, 50, 100];
const fewestDaysOfYearlyRate = 30;

/**
 * Estimates an application: what is frozen, allotted, paid and returned, and what a sale brings. Decimals throughout.
 * Amounts are rounded once, to the currency's smallest unit: up what the client pays, down what they receive, so that
 * `frozen = cost + feeIn + feeInFixed + refund` and `net` hold to the unit. Wrong input gives a result, not an
 * exception.
 * @throws RangeError for a currency that the product does not know
 */
export function calculateIpo(input: IpoInput): IpoCalculation {
  const read = readTerms(input);
  if (!read.ok) return read;
  const { terms } = read;
  const position = takePosition(terms);
  if (position.requested.eq(0)) {
    const oneLot = up(terms.lotSize.times(priceWithFee(terms)), terms);
    return {
      ok: false,
      errors: { amount: { reason: 'below_one_lot', limit: oneLot.toFixed(scaleOf(terms.currency)) } },
    };
  }
  const sale = sellAt(terms, position, terms.exitPrice);
  const scenarios = scenarioChangesPercent.map((changePercent) => {
    const price = terms.finalPrice.times(100 + changePercent).div(100);
    return { changePercent, ...describeSale(terms, position, sellAt(terms, position, price)) };
  });
  const estimate = {
    ...describePosition(terms, position),
    ...describeSale(terms, position, sale),
    yearlyOnInvestedPercent: yearlyPercent(ratio(sale.net, position.invested), terms.holdingDays),
    yearlyOnFrozenPercent: yearlyPercent(ratio(sale.net, position.frozen), terms.holdingDays),
    scenarios,
  };
  return { ok: true, estimate };
}

interface Position {
  requested: Big;
  allotted: Big;
  frozen: Big;
  cost: Big;
  feeIn: Big;
  /** Everything that buying took: cost and fees. */
  invested: Big;
}

function takePosition(terms: IpoTerms): Position {
  const requested = inLots(terms.amount.div(priceWithFee(terms)), terms.lotSize);
  const allotted = inLots(requested.times(terms.allotmentPercent), terms.lotSize);
  const frozen = up(requested.times(priceWithFee(terms)).plus(terms.feeInFixed), terms);
  const cost = up(allotted.times(terms.finalPrice), terms);
  const feeIn = allotted.eq(0) ? allotted : up(larger(cost.times(terms.feeInPercent), terms.feeInMinimum), terms);
  return { requested, allotted, frozen, cost, feeIn, invested: cost.plus(feeIn).plus(up(terms.feeInFixed, terms)) };
}

function describePosition(terms: IpoTerms, { requested, allotted, frozen, cost, feeIn, invested }: Position) {
  const money = moneyOf(terms);
  const leftOfASale = allotted.times(new Decimal(1).minus(terms.feeOutPercent));
  return {
    requestedQuantity: requested.toNumber(),
    allottedQuantity: allotted.toNumber(),
    frozen: money(frozen),
    cost: money(cost),
    feeIn: money(feeIn),
    feeInFixed: money(up(terms.feeInFixed, terms)),
    refund: money(frozen.minus(invested)),
    breakEvenPrice: allotted.eq(0) ? null : invested.plus(terms.interest).div(leftOfASale).toFixed(4),
  };
}

interface Sale {
  price: Big;
  proceeds: Big;
  feeOut: Big;
  tax: Big;
  net: Big;
}

function sellAt(terms: IpoTerms, { allotted, invested }: Position, price: Big): Sale {
  const proceeds = down(allotted.times(price), terms);
  const feeOut = up(proceeds.times(terms.feeOutPercent), terms);
  const beforeTax = proceeds.minus(feeOut).minus(invested).minus(up(terms.interest, terms));
  const tax = up(larger(beforeTax, new Decimal(0)).times(terms.taxPercent), terms);
  return { price, proceeds, feeOut, tax, net: beforeTax.minus(tax) };
}

function describeSale(terms: IpoTerms, { frozen, invested }: Position, sale: Sale): IpoOutcome {
  const money = moneyOf(terms);
  return {
    price: sale.price.toFixed(),
    proceeds: money(sale.proceeds),
    feeOut: money(sale.feeOut),
    tax: money(sale.tax),
    net: money(sale.net),
    returnOnInvestedPercent: percent(ratio(sale.net, invested)),
    returnOnFrozenPercent: percent(ratio(sale.net, frozen)),
  };
}

const priceWithFee = (terms: IpoTerms) => terms.priceHigh.times(terms.feeInPercent.plus(1));
const inLots = (quantity: Big, lotSize: Big) => quantity.div(lotSize).round(0, Big.roundDown).times(lotSize);
const larger = (a: Big, b: Big) => (a.gt(b) ? a : b);
const up = (amount: Big, { currency }: IpoTerms) => amount.round(scaleOf(currency), Big.roundUp);
const down = (amount: Big, { currency }: IpoTerms) => amount.round(scaleOf(currency), Big.roundDown);
const moneyOf = (terms: IpoTerms) => (amount: Big) => amount.toFixed(scaleOf(terms.currency));
const ratio = (part: Big, whole: Big) => (whole.eq(0) ? null : part.div(whole));
const percent = (share: Big | null) => share && share.times(100).round(3).toFixed(3);

function yearlyPercent(gain: Big | null, days: Big): string | null {
  if (!gain || days.lt(fewestDaysOfYearlyRate) || gain.lte(-1)) return null;
  return percent(power(gain.plus(1), new Decimal(365).div(days)).minus(1));
}

/** A positive number to a power of 0 or more: its whole part by `pow`, each binary digit of the rest by a square root. */
function power(base: Big, exponent: Big): Big {
  const whole = exponent.round(0, Big.roundDown);
  let result = base.pow(whole.toNumber());
  let rest = exponent.minus(whole);
  let root = base;
  for (let digit = 0; digit < 48; digit++) {
    root = root.sqrt();
    rest = rest.times(2);
    if (rest.lt(1)) continue;
    result = result.times(root).round(Decimal.DP);
    rest = rest.minus(1);
  }
  return result;
}
