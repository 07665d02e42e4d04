import { knownDecimal } from '#server/platform/formats/known-decimal.ts';

/** A row with its columns named as its list names them, besides `changedAt`. */
export interface ListedRow {
  id: string | bigint;
  changedAt: Date;
  [column: string]: unknown;
}

/**
 * Shows rows of which no field needs more than its form: times in ISO 8601, numbers of rows as digits, and amounts as decimals, null in an unknown currency.
 * @param amounts the fields in minor units, each with the field of its currency
 */
export const shown =
  <Shown extends object>(amounts: { [field in keyof Shown]?: keyof Shown }) =>
  ({ changedAt, ...row }: ListedRow): Shown => {
    const show = (field: string, value: unknown): unknown => {
      if (value instanceof Date) return value.toISOString();
      if (typeof value !== 'bigint') return value;
      const currency = amounts[field as keyof Shown];
      return currency === undefined ? String(value) : knownDecimal(value, String(row[String(currency)]));
    };
    return {
      ...Object.fromEntries(Object.entries(row).map(([field, value]) => [field, show(field, value)])),
      updated_at: changedAt.toISOString(),
    } as Shown;
  };
