import type { z } from 'zod';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import type { ImportField, RowFault } from '#contract/imports/names.ts';
import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import { isDay, readAmount } from '#server/reconciliation/statement/read-cells.ts';
import { withoutFormulaGuard } from '#server/platform/files/read-csv.ts';
import type { Fault } from './subject.ts';

/** The cell of a field, by the mapping; empty where no column has it. */
export const cellsBy =
  (cells: readonly string[], mapping: ImportMapping) =>
  (field: ImportField): string => {
    const column = mapping.columns.find((each) => each.field === field)?.column;
    return column === undefined ? '' : withoutFormulaGuard(cells[column] ?? '');
  };

/** Reads values by the shapes of their fields, and adds what is wrong to the faults. */
export const fieldReader =
  <Shapes extends Partial<Record<ImportField, z.ZodType>>>(shapes: Shapes, faults: Fault[]) =>
  <Field extends keyof Shapes & ImportField>(field: Field, value: unknown) => {
    const result = (shapes[field] as z.ZodType).safeParse(value);
    if (!result.success) faults.push({ field, code: codeOf(result.error) });
    return result.data as z.output<NonNullable<Shapes[Field]>> | undefined;
  };

function codeOf({ issues: [issue] }: z.ZodError): RowFault {
  if (issue?.message === 'validation.required') return 'required';
  if (issue?.message === 'validation.choice') return 'unknown';
  return issue?.code === 'too_big' && issue.origin !== 'int' && issue.origin !== 'number' ? 'too_long' : 'invalid';
}

/** The day of `2024-03-31` or `2024-03-31T09:30:00Z`, not after the last one; the time is not kept. */
export function readDay(cell: string, last = '9999-12-31'): string | undefined {
  const on = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(cell.trim())?.[1];
  return on !== undefined && isDay(on) && on <= last ? on : undefined;
}

/** Far more than any client has, and far less than would overflow a sum. */
const maxMinor = 10n ** 15n;

/** Minor units of a balance, or what is wrong with the cell. */
export function readMinor(cell: string, currency: string, sign: ImportMapping['decimal_sign']): bigint | RowFault {
  const minor = readSignedMinor(cell, currency, sign);
  return typeof minor === 'bigint' && minor < 0n ? 'negative' : minor;
}

/** The same of what may be negative. */
export function readSignedMinor(
  cell: string,
  currency: string,
  sign: ImportMapping['decimal_sign'],
): bigint | RowFault {
  try {
    if (!knownCurrencies.includes(currency)) return 'unknown';
    const minor = fromDecimal(readAmount(cell, sign), currency);
    return minor > maxMinor || minor < -maxMinor ? 'invalid' : minor;
  } catch {
    return 'invalid';
  }
}
