import { knownCurrencies, scaleOf, toDecimal } from '#contract/kernel/money.ts';
import type { Money } from '#server/platform/connections/outcome.ts';

/** Decimal text as BTCPay writes it, never a number and never with an exponent. */
export const decimalText = /^(\d{1,20})(?:\.(\d{1,30}))?$/;

/** As BTCPay takes an amount; null for a currency that is not counted here. */
export const toBtcpay = ({ minor, currency }: Money): string | null =>
  knownCurrencies.includes(currency) && minor > 0n ? toDecimal(minor, currency) : null;

/**
 * What came in whole minor units: a part of one that a rate leaves over is not money that a wallet can have. Null for
 * nothing, or for a currency that we cannot say.
 */
export function fromBtcpay(text: string, currency: string): Money | null {
  const [, whole = '', fraction = ''] = decimalText.exec(text) ?? [];
  if (whole === '' || !knownCurrencies.includes(currency)) return null;
  const scale = scaleOf(currency);
  const minor = BigInt(whole + fraction.padEnd(scale, '0').slice(0, scale));
  return minor > 0n ? { minor, currency } : null;
}
