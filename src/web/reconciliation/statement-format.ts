import type { StatementFormat } from '#contract/reconciliation/endpoints.ts';
import { statementColumns } from '#contract/reconciliation/names.ts';

/** How files are written that Atrium itself makes; most banks differ in something. */
export const ownFormat = {
  column_reference: 'reference',
  column_amount: 'amount',
  column_currency: 'currency',
  column_date: 'date',
  one_currency: '',
  decimal_sign: 'point',
  date_order: 'year_first',
};
export type FormatFields = typeof ownFormat;

/** What the fields say of a file, as the server takes it. */
export function formatOf(fields: FormatFields): StatementFormat {
  const columns = statementColumns.map((column) => [column, fields[`column_${column}`].trim() || undefined]);
  return {
    ...Object.fromEntries(columns),
    one_currency: fields.one_currency || undefined,
    decimal_sign: fields.decimal_sign as StatementFormat['decimal_sign'],
    date_order: fields.date_order as StatementFormat['date_order'],
  };
}

/** The text of a file in UTF-8, or in the encoding of western Windows, which many banks still use. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
