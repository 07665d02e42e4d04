import type { PdfRow, PdfTable } from './document.ts';

/** The capacity of a sheet, in rows; the names of the columns take one, a title two. */
const linesOnFirst = 22;
const linesOnOthers = 23;
const factsInARow = 2;
const linesOfColumnNames = 1;
const linesOfTitle = 2;
/** Lines that the small print needs on the last sheet. */
const linesOfNotes = 3;

/** The part of a table on one sheet. */
export interface Piece {
  table: PdfTable;
  rows: readonly PdfRow[];
  /** Whether the table starts here, with its title. */
  isFirst: boolean;
}

/** Splits tables over sheets; the first also has the head, the last the small print. */
export function sharedOut(tables: readonly PdfTable[], facts: number): Piece[][] {
  const pages: Piece[][] = [[]];
  let linesLeft = Math.max(linesOnFirst - Math.ceil(facts / factsInARow), linesOfColumnNames + 1);
  const turn = () => {
    pages.push([]);
    linesLeft = linesOnOthers;
  };
  for (const table of tables) {
    const title = table.title ? linesOfTitle : 0;
    // A title stays with a few of its rows.
    if (linesLeft < title + linesOfColumnNames + Math.min(table.rows.length, 2)) turn();
    let index = 0;
    do {
      if (index > 0) turn();
      const isFirst = index === 0;
      const rows = table.rows.slice(index, index + linesLeft - linesOfColumnNames - (isFirst ? title : 0));
      pages.at(-1)?.push({ table, rows, isFirst });
      linesLeft -= rows.length + linesOfColumnNames + (isFirst ? title : 0);
      index += rows.length;
    } while (index < table.rows.length);
  }
  if (linesLeft < linesOfNotes) carryOver(pages, linesOfNotes - linesLeft);
  return pages;
}

/**
 * Moves some last rows to a sheet of their own: a sum stays with a few of its rows and is not alone with the small
 * print.
 */
function carryOver(pages: Piece[][], count: number): void {
  const last = pages.at(-1)?.pop();
  if (!last) return;
  const { table, rows, isFirst } = last;
  const stored = rows.slice(0, -count);
  if (stored.length > 0) pages.at(-1)?.push({ table, rows: stored, isFirst });
  pages.push([{ table, rows: rows.slice(-count), isFirst: isFirst && stored.length === 0 }]);
}
