import { z } from 'zod';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import { requiredFields } from '#contract/imports/names.ts';
import { isCountry } from '#contract/kernel/countries.ts';
import { country, email, language, personName, phone, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import type { OperatorSettings } from '#server/platform/settings.ts';
import { withoutFormulaGuard } from '#server/platform/files/read-csv.ts';
import { cellsBy, fieldReader, readMinor } from '../read-cells.ts';
import type { Fault } from '../subject.ts';

/** What a row says of a client. Amounts are minor units as decimal texts, since JSON has no such numbers. */
export interface ClientRow {
  outside_id: string;
  email: string;
  first_name: string;
  second_name: string;
  country: string;
  language: Language;
  /** The id of the brand; null for the first one. */
  brand: string | null;
  phone: string | null;
  address: string | null;
  level: number | null;
  tags: string[];
  /** Email address of a member of staff. */
  manager: string | null;
  balances: Record<string, string>;
}

const maxTags = 20;
/** The rules are those of registration and of the forms of staff. */
const shapes = {
  outside_id: writtenLine.pipe(z.string().min(1, 'validation.required').max(80)),
  email,
  first_name: personName,
  second_name: personName,
  country: country.refine(isCountry, 'validation.choice'),
  language,
  phone,
  address: writtenLine.pipe(z.string().max(200)),
  level: wholeNumber(0, 4),
  tags: z.array(writtenLine.pipe(z.string().min(1).max(30))).max(maxTags),
  manager: email,
} as const;

/**
 * Reads one row by the mapping.
 * @returns what it says, where it has no fault; else all faults, and who it is about as far as that can be read
 */
export function readClient(
  cells: readonly string[],
  width: number,
  mapping: ImportMapping,
  brandNamed: OperatorSettings['brandNamed'],
): { content: ClientRow; faults: [] } | { content: Partial<ClientRow>; faults: Fault[] } {
  // A separator more or less would move a value into another column.
  if (cells.length !== width) return { content: {}, faults: [{ field: null, code: 'columns' }] };
  const faults: Fault[] = [];
  const cellOf = cellsBy(cells, mapping);
  const read = fieldReader(shapes, faults);
  const optional = <Field extends keyof typeof shapes>(field: Field) => {
    const cell = cellOf(field);
    return cell === '' ? null : (read(field, cell) ?? null);
  };
  const required = Object.fromEntries(requiredFields.clients.map((field) => [field, read(field, cellOf(field))]));
  const content = {
    ...required,
    language: optional('language') ?? mapping.language,
    brand: brandOf(cellOf('brand'), brandNamed, faults),
    phone: phoneOf(cellOf('phone'), required['country'] ?? '', faults),
    address: optional('address'),
    level: optional('level'),
    tags: [...new Set(read('tags', listOf(cellOf('tags'))))],
    manager: optional('manager'),
    balances: balancesOf(cells, mapping, faults),
  };
  return faults.length === 0 ? { content: content as ClientRow, faults: [] } : { content, faults };
}

/** By the name of its host. */
function brandOf(cell: string, brandNamed: OperatorSettings['brandNamed'], faults: Fault[]): string | null {
  const brand = brandNamed(cell);
  if (cell !== '' && !brand) faults.push({ field: 'brand', code: 'unknown' });
  return brand?.id ?? null;
}

const listOf = (cell: string) =>
  cell
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

function phoneOf(cell: string, ofCountry: string, faults: Fault[]): string | null {
  try {
    return phone.safeParse(cell).success ? readPhone(cell, ofCountry) : fail();
  } catch {
    faults.push({ field: 'phone', code: 'invalid' });
    return null;
  }
}

function fail(): never {
  throw new RangeError('not a phone number');
}

function balancesOf(
  cells: readonly string[],
  { columns, decimal_sign: sign }: ImportMapping,
  faults: Fault[],
): Record<string, string> {
  const balances: Record<string, string> = {};
  for (const { column, field, currency } of columns) {
    if (field !== 'balance' || currency === undefined) continue;
    const cell = withoutFormulaGuard(cells[column] ?? '');
    if (cell === '') continue;
    const minor = readMinor(cell, currency, sign);
    if (typeof minor === 'string') faults.push({ field, code: minor });
    else if (minor > 0n) balances[currency] = String(minor);
  }
  return balances;
}
