import type { PdfRow, PdfTable } from './document.ts';

/** What a sheet takes, in rows; the names of the columns take one, a title two. */
const roomOnFirst = 22;
const roomOnOthers = 23;
const factsInARow = 2;
const roomOfColumnNames = 1;
const roomOfTitle = 2;
/** Room that the small print needs on the last sheet. */
const roomOfNotes = 3;

/** So much of a table as stands on one sheet. */
export interface Piece {
  table: PdfTable;
  rows: readonly PdfRow[];
  /** Whether the table begins here, with its title. */
  isFirst: boolean;
}

/** Shares tables out to sheets; the first also carries the head, the last the small print. */
export function sharedOut(tables: readonly PdfTable[], facts: number): Piece[][] {
  const pages: Piece[][] = [[]];
  let room = Math.max(roomOnFirst - Math.ceil(facts / factsInARow), roomOfColumnNames + 1);
  const turn = () => {
    pages.push([]);
    room = roomOnOthers;
  };
  for (const table of tables) {
    const title = table.title ? roomOfTitle : 0;
    // A title stays with a few of its rows.
    if (room < title + roomOfColumnNames + Math.min(table.rows.length, 2)) turn();
    let place = 0;
    do {
      if (place > 0) turn();
      const isFirst = place === 0;
      const rows = table.rows.slice(place, place + room - roomOfColumnNames - (isFirst ? title : 0));
      pages.at(-1)?.push({ table, rows, isFirst });
      room -= rows.length + roomOfColumnNames + (isFirst ? title : 0);
      place += rows.length;
    } while (place < table.rows.length);
  }
  if (room < roomOfNotes) carryOver(pages, roomOfNotes - room);
  return pages;
}

/** Some last rows go on to a sheet of their own: a sum stays with a few of its rows rather than stand alone with the small print. */
function carryOver(pages: Piece[][], count: number): void {
  const last = pages.at(-1)?.pop();
  if (!last) return;
  const { table, rows, isFirst } = last;
  const kept = rows.slice(0, -count);
  if (kept.length > 0) pages.at(-1)?.push({ table, rows: kept, isFirst });
  pages.push([{ table, rows: rows.slice(-count), isFirst: isFirst && kept.length === 0 }]);
}
