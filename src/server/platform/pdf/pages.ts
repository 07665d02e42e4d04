/** What a sheet takes, in rows of the table and of the facts' height. */
const rowsOnFirst = 21;
const rowsOnOthers = 22;
const factsInARow = 2;
/** Room that the small print needs on the last sheet. */
const rowsOfNotes = 3;

/** Shares rows out to sheets; the first also carries the head, the last the small print. */
export function sharedOut<Row>(rows: readonly Row[], facts: number): Row[][] {
  const first = Math.max(1, rowsOnFirst - Math.ceil(facts / factsInARow));
  const pages: Row[][] = [rows.slice(0, first)];
  for (let place = first; place < rows.length; place += rowsOnOthers) {
    pages.push(rows.slice(place, place + rowsOnOthers));
  }
  const full = pages.length === 1 ? first : rowsOnOthers;
  const last = pages.at(-1) ?? [];
  // A sum stays with a few of its rows rather than stand alone with the small print.
  if (last.length > full - rowsOfNotes) pages.push(last.splice(full - rowsOfNotes));
  return pages;
}
