import { z } from 'zod';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { writtenLine } from '#contract/kernel/fields.ts';
import { cellsBy, fieldReader, readMinor } from '../read-cells.ts';
import type { Fault } from '../subject.ts';

/** What a row says of a trading account. */
export interface AccountRow {
  account_number: string;
  /** Number of the client in the other system. */
  outside_id: string;
  currency: string;
  /** The client's own name for it. */
  account_name: string | null;
  /** Minor units by currency, as for clients: none, or that of the account. */
  balances: Record<string, string>;
}

/** The rules are those of the forms of clients. */
const number = writtenLine.pipe(z.string().min(1, 'validation.required').max(80));
const shapes = {
  outside_id: number,
  account_number: number,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .min(1, 'validation.required')
    .refine((code) => knownCurrencies.includes(code), 'validation.choice'),
  account_name: writtenLine.pipe(z.string().max(40)),
} as const;

/**
 * Reads one row by the mapping.
 * @returns what it says, where it has no fault; else all faults, and what it is about as far as that can be read
 */
export function readAccount(
  cells: readonly string[],
  width: number,
  mapping: ImportMapping,
): { content: AccountRow; faults: [] } | { content: Partial<AccountRow>; faults: Fault[] } {
  // A separator more or less would move a value into another column.
  if (cells.length !== width) return { content: {}, faults: [{ field: null, code: 'columns' }] };
  const faults: Fault[] = [];
  const cellOf = cellsBy(cells, mapping);
  const read = fieldReader(shapes, faults);
  const outsideId = read('outside_id', cellOf('outside_id'));
  const account = read('account_number', cellOf('account_number'));
  const currency = read('currency', cellOf('currency'));
  const content = {
    account_number: account,
    outside_id: outsideId,
    currency,
    account_name: read('account_name', cellOf('account_name')) || null,
    balances: currency === undefined ? {} : balanceOf(cellOf('balance'), currency, mapping, faults),
  } as Partial<AccountRow>;
  return faults.length === 0 ? { content: content as AccountRow, faults: [] } : { content, faults };
}

function balanceOf(
  cell: string,
  currency: string,
  { decimal_sign: sign }: ImportMapping,
  faults: Fault[],
): Record<string, string> {
  const minor = cell === '' ? 0n : readMinor(cell, currency, sign);
  if (typeof minor === 'string') faults.push({ field: 'balance', code: minor });
  return typeof minor === 'string' || minor === 0n ? {} : { [currency]: String(minor) };
}
