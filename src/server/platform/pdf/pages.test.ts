import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PdfTable } from './document.ts';
import { sharedOut, type Piece } from './pages.ts';

const tableOf = (count: number, title?: string): PdfTable => ({
  ...(title && { title: { text: title } }),
  columns: [{ header: 'Vorgang', width: 100 }],
  rows: Array.from({ length: count }, (_, index) => ({ cells: [{ text: `${title}, ${index}` }] })),
});

const heightOf = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, { table, rows, isFirst }) => sum + rows.length + 1 + (isFirst && table.title ? 2 : 0), 0);

it('puts each row on one sheet, in order, and leaves no sheet empty but the only one', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(12), (count, facts) => {
      const table = tableOf(count);
      const pages = sharedOut([table], facts);
      expect(pages.flat().flatMap(({ rows }) => rows)).toEqual(table.rows);
      expect(pages.every((page) => heightOf(page) <= 23 && (count === 0 || heightOf(page) > 1))).toBe(true);
      expect(heightOf(pages.at(-1)!)).toBeLessThanOrEqual(20);
    }),
  );
});

it('lets one table follow another, each with its title once and a few rows below it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }), fc.nat(12), (counts, facts) => {
      const tables = counts.map((count, index) => tableOf(count, `Tabelle ${index}`));
      const pages = sharedOut(tables, facts);
      const pieces = pages.flat();
      for (const table of tables) {
        const own = pieces.filter((piece) => piece.table === table);
        expect(own.flatMap(({ rows }) => rows)).toEqual(table.rows);
        expect(own.map(({ isFirst }) => isFirst)).toEqual(own.map((_, index) => index === 0));
      }
      expect(pages.every((page) => heightOf(page) <= 23)).toBe(true);
      expect(heightOf(pages.at(-1)!)).toBeLessThanOrEqual(20);
    }),
  );
});
