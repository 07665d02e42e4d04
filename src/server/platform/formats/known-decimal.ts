import { knownCurrencies, toDecimal } from '#contract/kernel/money.ts';

/**
 * What a provider or a bank reports, as a decimal; null in a currency that the product does not know: how many digits its
 * minor units have is not guessed.
 */
export const knownDecimal = (amountMinor: bigint, currency: string): string | null =>
  knownCurrencies.includes(currency) ? toDecimal(amountMinor, currency) : null;
