import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { scaleOf, toDecimal } from '#contract/kernel/money.ts';

/** An amount as a person reads it in a sentence, as `1,236.00 USD`; the digits are never a float. */
export function moneyText(language: Language, amountMinor: bigint, currency: string): string {
  const digits = scaleOf(currency);
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const decimal = toDecimal(amountMinor, currency) as Intl.StringNumericLiteral;
  return `${new Intl.NumberFormat(intlTagOf(language), style).format(decimal)}\u00a0${currency}`;
}
