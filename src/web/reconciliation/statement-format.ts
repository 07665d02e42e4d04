import { statementColumns } from '#contract/reconciliation/names.ts';

/** How files are written that Atrium itself makes; most banks differ in something. The payer and the receiving account may be missing. */
export const ownFormat = {
  column_reference: 'reference',
  column_amount: 'amount',
  column_currency: 'currency',
  column_date: 'date',
  column_payer: '',
  column_receiving_account: '',
  one_currency: '',
  decimal_sign: 'point',
  date_order: 'year_first',
};
export type FormatFields = typeof ownFormat;

/** What the fields say of a file, as the server takes it: what is left empty is as usual. */
export function formatOf(fields: FormatFields): Record<string, string> {
  const { one_currency, decimal_sign, date_order } = fields;
  const columns = statementColumns.map((column) => [column, fields[`column_${column}`].trim()] as const);
  const said = [...columns, ['one_currency', one_currency], ['decimal_sign', decimal_sign], ['date_order', date_order]];
  return Object.fromEntries(said.filter(([, value]) => value !== '')) as Record<string, string>;
}
