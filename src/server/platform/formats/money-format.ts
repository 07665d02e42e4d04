import { toDecimal } from '#contract/kernel/money.ts';
import { numbersFor, type Reader } from '#contract/kernel/text/number-format.ts';
import type { Written } from '../refusal.ts';

/** An amount in minor units as a person reads it in a sentence, with all its digits, as `USD 1,236.00`. */
export const moneyText = (reader: Reader, amountMinor: bigint, currency: string): string =>
  numbersFor(reader).money(toDecimal(amountMinor, currency), currency, { exact: true });

/** The same in a refusal, whose reader is known later. */
export const amountWritten =
  (amountMinor: bigint, currency: string): Written =>
  (reader) =>
    moneyText(reader, amountMinor, currency);
