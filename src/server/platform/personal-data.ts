import { toDecimal } from '#contract/money.ts';
import { dataSections, type DataSection } from '#contract/own-data-names.ts';
import type { Queries, Tx } from './db/database.ts';
import { sql, type Sql } from './db/sql.ts';
import type { PdfCell } from './pdf/document.ts';

/** A list of what is kept about one person, as he may read it: nothing that staff wrote for each other, no secret, nobody else. */
export interface KeptList {
  name: string;
  /** Every table that it draws from or that it makes superfluous. */
  tables: readonly string[];
  /** His rows, in their order; the columns are the fields of the file. */
  rows: (clientId: string) => Sql;
  /** Columns in minor units, each with the column that names its currency. They become decimals. */
  money?: Readonly<Record<string, string>>;
  /** How it stands in the document that he reads; of a list without this the document has only the number of its rows. */
  paper?: Paper;
}

/** A list on paper: a title and columns, in words that the screens use too. */
export interface Paper {
  title: string;
  columns: readonly PaperColumn<Kept>[];
}

export interface PaperColumn<Row> {
  header: string;
  /** Share of the sheet's width in percent. */
  width: number;
  /** Figures: at the right, whatever the direction of the text. */
  numeric?: boolean;
  cell(row: Row, words: PaperWords): PdfCell | string;
}

/** How a document speaks in the language of who reads it. */
export interface PaperWords {
  text: (key: string, params?: Record<string, string>) => string;
  /** A day such as `2026-11-20`; as the others, nothing for null. */
  day: (day: string | null) => string;
  /** An instant, in UTC. */
  time: (at: Date | null) => string;
  /** Minor units with their currency. */
  money: (amountMinor: bigint | null, currency: string) => string;
  country: (code: string | null) => string;
  /** A number whose plus stays before it in Arabic, too. */
  phone: (number: string | null) => string;
}

/** How a list stands on paper whose rows have these fields. */
export const onPaper = <Row extends Kept>(title: string, columns: readonly PaperColumn<Row>[]): Paper => ({
  title,
  columns,
});

export interface PersonalData {
  /** A room says once what it keeps about a person. */
  add(section: DataSection, lists: readonly KeptList[]): void;
  sections(): readonly { section: DataSection; lists: readonly KeptList[] }[];
}

export function openPersonalData(): PersonalData {
  const lists = new Map<DataSection, KeptList[]>(dataSections.map((section) => [section, []]));
  return {
    add(section, added) {
      lists.get(section)?.push(...added);
    },
    sections: () => [...lists].map(([section, of]) => ({ section, lists: of })),
  };
}

type Kept = Record<string, unknown>;

export interface Last {
  count: number;
  rows: Kept[];
}

const rowsAtOnce = 500;

/** The rows of a list a few hundred at a time, so that a long one is never in memory. */
export async function* readKept(tx: Tx, list: KeptList, clientId: string): AsyncGenerator<Kept> {
  await tx.run(sql`declare kept no scroll cursor for ${list.rows(clientId)}`);
  for (let count = rowsAtOnce; count === rowsAtOnce;) {
    const rows = await tx.rows<Kept>(sql`fetch 500 from kept`);
    count = rows.length;
    for (const row of rows) yield inDecimals(row, list);
  }
  await tx.run(sql`close kept`);
}

/** The last rows of a list and how many it has; amounts stay in minor units. */
export async function readLast(tx: Tx, list: KeptList, clientId: string, most: number): Promise<Last> {
  const count = await countKept(tx, list, clientId);
  const rows = await tx.rows<Kept>(sql`${list.rows(clientId)} offset ${Math.max(0, count - most)}`);
  return { count, rows };
}

/** How many rows a list has. */
export async function countKept(db: Queries, list: KeptList, clientId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from (${list.rows(clientId)}) kept`,
  );
  return count;
}

function inDecimals(row: Kept, { money = {} }: KeptList): Kept {
  const decimals = Object.entries(money).map(([column, currency]) => {
    const minor = row[column];
    return [column, typeof minor === 'bigint' ? toDecimal(minor, String(row[currency])) : minor];
  });
  return { ...row, ...Object.fromEntries(decimals) };
}
