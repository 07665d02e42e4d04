import { knownCurrencies } from '#contract/kernel/money.ts';
import type { Money } from '#server/platform/connections/outcome.ts';

/** Currencies whose minor units at Adyen are not those of ISO 4217. */
const otherDigits = new Set(['CLP', 'CVE', 'IDR', 'ISK']);

const isAlike = (currency: string) => /^[A-Z]{3}$/.test(currency) && !otherDigits.has(currency);

/** Exact, because `toAdyen` bounds it. */
const asInteger = (value: bigint) => Number(value);

/** As Adyen writes an amount; null for one that it does not count as we do. */
export const toAdyen = ({ minor, currency }: Money): { value: number; currency: string } | null =>
  isAlike(currency) && minor > 0n && minor <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { value: asInteger(minor), currency }
    : null;

/** Null for one that we cannot say, which then is not what was asked for. */
export const fromAdyen = ({ value, currency }: { value: number; currency: string }): Money | null =>
  isAlike(currency) && knownCurrencies.includes(currency) ? { minor: BigInt(value), currency } : null;
