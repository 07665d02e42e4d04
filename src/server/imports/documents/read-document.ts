import { z } from 'zod';
import type { ImportMapping } from '#contract/imports/endpoints.ts';
import type { ImportedKind, ImportedType } from '#contract/imports/names.ts';
import { importedTypes } from '#contract/imports/names.ts';
import { writtenLine } from '#contract/kernel/fields.ts';
import { documentKinds, typesOf, type DocumentType } from '#contract/verification/names.ts';
import { cleanName } from '../file/arriving.ts';
import { cellsBy, fieldReader, readDay } from '../read-cells.ts';
import type { Fault } from '../subject.ts';

/** What a row says of a document, and once it is checked, which file that is. */
export interface DocumentRow {
  /** Of the file, as it was uploaded. */
  file_name: string;
  /** Number of the client in the other system. */
  outside_id: string;
  document_type: ImportedType;
  document_number: string | null;
  issued_on: string | null;
  expires_on: string | null;
  accepted_on: string | null;
  file: { id: string; stored_sha256: string; sent_sha256: string };
  /** No money comes with a document. */
  balances?: undefined;
}

/** What a document of this type proves. */
export const kindOf = (type: ImportedType): ImportedKind =>
  documentKinds.find((kind) => (typesOf[kind] as readonly DocumentType[]).includes(type as DocumentType)) ?? 'other';

const shapes = {
  file_name: z.string().transform(cleanName).pipe(z.string().min(1, 'validation.required')),
  outside_id: writtenLine.pipe(z.string().min(1, 'validation.required').max(80)),
  document_type: z
    .string()
    .trim()
    .toLowerCase()
    .transform((type) => type.replaceAll(/[\s-]+/g, '_'))
    .pipe(
      z
        .string()
        .min(1, 'validation.required')
        .refine((type) => (importedTypes as readonly string[]).includes(type), 'validation.choice'),
    ),
  /** Compared across clients, however each of them wrote it. */
  document_number: z
    .string()
    .transform((number) => number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .pipe(z.string().max(40)),
} as const;

const days = ['issued_on', 'expires_on', 'accepted_on'] as const;

/**
 * Reads one row by the mapping.
 * @param today after which nothing was issued or accepted
 * @returns what it says, where it has no fault; else all faults, and what it is about as far as that can be read
 */
export function readDocument(
  cells: readonly string[],
  width: number,
  mapping: ImportMapping,
  today: string,
): { content: Partial<DocumentRow>; faults: Fault[] } {
  // A separator more or less would move a value into another column.
  if (cells.length !== width) return { content: {}, faults: [{ field: null, code: 'columns' }] };
  const faults: Fault[] = [];
  const cellOf = cellsBy(cells, mapping);
  const read = fieldReader(shapes, faults);
  const dayOf = (field: (typeof days)[number]): string | null => {
    const cell = cellOf(field);
    if (cell.trim() === '') return null;
    const on = readDay(cell, field === 'expires_on' ? undefined : today);
    if (on === undefined) faults.push({ field, code: 'invalid' });
    return on ?? null;
  };
  const content = {
    file_name: read('file_name', cellOf('file_name')),
    outside_id: read('outside_id', cellOf('outside_id')),
    document_type: read('document_type', cellOf('document_type')) as ImportedType | undefined,
    document_number: read('document_number', cellOf('document_number')) || null,
    ...Object.fromEntries(days.map((field) => [field, dayOf(field)])),
  } as Partial<DocumentRow>;
  return { content, faults };
}
