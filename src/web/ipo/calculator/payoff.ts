import { calculateIpo } from '#contract/ipo/calculator.ts';
import { Decimal, type IpoInput } from '#contract/ipo/terms.ts';

/** What a sale brings at every price; a straight line between two of its points. Decimal strings. */
export interface Payoff {
  /** The lowest price first. */
  points: { price: string; net: string }[];
  /** Up to which price, and how far a step is. */
  max: string;
  step: string;
}

/** Beyond this the shares would have risen to three times their price; who hopes for more can type it. */
const maxGain = 3;

/** From shares without worth, over the price at which nothing is won or lost, to three times what they cost or the price of the sale. */
export function payoffOf(input: IpoInput, breakEvenPrice: string | null): Payoff {
  const step = new Decimal(input.finalPrice || input.priceHigh).div(20).round(2, Decimal.roundUp);
  const usual = step.times(20 * maxGain);
  const max = usual.gt(input.exitPrice) ? usual : new Decimal(input.exitPrice);
  // Tax is taken of a gain alone, so the line has a bend where gain begins.
  const bend = breakEvenPrice !== null && max.gt(breakEvenPrice) ? [breakEvenPrice] : [];
  const points = ['0', ...bend, max.toFixed()].flatMap((price) => {
    const sale = calculateIpo({ ...input, exitPrice: price });
    return sale.ok ? [{ price, net: sale.estimate.net }] : [];
  });
  return { points, max: max.toFixed(), step: step.toFixed() };
}
