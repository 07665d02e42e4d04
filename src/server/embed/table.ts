/** A cell of a widget's table. The page and its later rows show the same. */
interface Cell {
  text: string;
  /** Below it, smaller. */
  small?: string | undefined;
  tone?: 'positive' | 'negative' | undefined;
}

export interface Row {
  /** A symbol, or the id of an offering. */
  id: string;
  /** The first one names the row. */
  cells: readonly Cell[];
}

/** What a widget with a table shows, in the words of its language. */
export interface Table {
  columns: readonly { text: string; isFigure: boolean }[];
  rows: readonly Row[];
  /** Under the table: since when, and what the reader has to know of it. */
  note: string;
}
