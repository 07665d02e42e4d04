import { z } from 'zod';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { movementKinds, type MovementKind } from '#contract/imports/names.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import { writtenLine } from '#contract/kernel/fields.ts';
import { cellsBy, fieldReader, readDay, readSignedMinor } from '../read-cells.ts';
import type { Fault } from '../subject.ts';

/** What a row says of a past movement. */
export interface MovementRow {
  movement_number: string;
  /** Number of the client in the other system. */
  outside_id: string;
  date: string;
  kind: MovementKind;
  currency: string;
  /** Minor units, as a decimal text; negative where the client had less afterwards. */
  amount: string;
  account_number: string | null;
  details: string | null;
  /** The opening balance of the client has the sum: a movement has none. */
  balances?: undefined;
}

const number = writtenLine.pipe(z.string().min(1, 'validation.required').max(80));
const choiceOf = (choices: readonly string[]) =>
  z
    .string()
    .min(1, 'validation.required')
    .refine((choice) => choices.includes(choice), 'validation.choice');
const shapes = {
  movement_number: number,
  outside_id: number,
  kind: z.string().trim().toLowerCase().pipe(choiceOf(movementKinds)),
  currency: z.string().trim().toUpperCase().pipe(choiceOf(knownCurrencies)),
  account_number: writtenLine.pipe(z.string().max(80)),
  details: writtenLine.pipe(z.string().max(200)),
} as const;

/**
 * Reads one row by the mapping.
 * @param today after which there is no past movement
 * @returns what it says, where it has no fault; else all faults, and what it is about as far as that can be read
 */
export function readMovement(
  cells: readonly string[],
  width: number,
  mapping: ImportMapping,
  today: string,
): { content: MovementRow; faults: [] } | { content: Partial<MovementRow>; faults: Fault[] } {
  // A separator more or less would move a value into another column.
  if (cells.length !== width) return { content: {}, faults: [{ field: null, code: 'columns' }] };
  const faults: Fault[] = [];
  const cellOf = cellsBy(cells, mapping);
  const read = fieldReader(shapes, faults);
  const currency = read('currency', cellOf('currency'));
  const content = {
    movement_number: read('movement_number', cellOf('movement_number')),
    outside_id: read('outside_id', cellOf('outside_id')),
    date: dateOf(cellOf('date'), today, faults),
    kind: read('kind', cellOf('kind')),
    currency,
    amount: currency === undefined ? undefined : amountOf(cellOf('amount').trim(), currency, mapping, faults),
    account_number: read('account_number', cellOf('account_number')) || null,
    details: read('details', cellOf('details')) || null,
  } as Partial<MovementRow>;
  return faults.length === 0 ? { content: content as MovementRow, faults: [] } : { content, faults };
}

function dateOf(cell: string, today: string, faults: Fault[]): string | undefined {
  const day = readDay(cell, today);
  if (day === undefined) faults.push({ field: 'date', code: cell.trim() === '' ? 'required' : 'invalid' });
  return day;
}

function amountOf(
  cell: string,
  currency: string,
  { decimal_sign: sign }: ImportMapping,
  faults: Fault[],
): string | undefined {
  const minor = cell === '' ? 'required' : readSignedMinor(cell, currency, sign);
  if (typeof minor === 'bigint') return String(minor);
  faults.push({ field: 'amount', code: minor });
  return undefined;
}
