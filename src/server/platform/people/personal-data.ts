import { dataSections, type DataSection } from '#contract/clients/own-data-names.ts';
import type { Queries, Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { knownDecimal } from '../formats/known-decimal.ts';
import type { PdfCell } from '../pdf/document.ts';

/**
 * A list of the stored data about one person, in the form that this person may read: no internal notes of staff, no
 * secret, no data about other people.
 */
export interface PersonalDataList {
  name: string;
  /** Every table that it draws from or that it makes superfluous. */
  tables: readonly string[];
  /** The person's rows, in their order; the columns are the fields of the file. */
  rows: (clientId: string) => Sql;
  /** Columns in minor units, each with the column that names its currency. They become decimals. */
  money?: Readonly<Record<string, string>>;
  /** Its form in the document for the person; a list without this only appears with the number of its rows. */
  paper?: Paper;
}

/** A list on paper: a title and columns, in words that the screens use too. */
export interface Paper {
  title: string;
  columns: readonly PaperColumn<Stored>[];
}

export interface PaperColumn<Row> {
  header: string;
  /** Share of the sheet's width in percent. */
  width: number;
  /** Figures: at the right, whatever the direction of the text. */
  numeric?: boolean;
  cell(row: Row, words: PaperWords): PdfCell | string;
}

/** The words of a document in the language of its reader. */
export interface PaperWords {
  text: (key: string, params?: Record<string, string>) => string;
  /** A day such as `2026-11-20`; as the others, nothing for null. */
  day: (day: string | null) => string;
  /** An instant, in UTC. */
  time: (at: Date | null) => string;
  /** Minor units with their currency. */
  money: (amountMinor: bigint | null, currency: string) => string;
  /** A count; nothing for null. */
  number: (count: number | null) => string;
  country: (code: string | null) => string;
  /** A number whose plus stays before it in Arabic, too. */
  phone: (number: string | null) => string;
}

/** How a list with rows of these fields appears on paper. */
export const onPaper = <Row extends Stored>(title: string, columns: readonly PaperColumn<Row>[]): Paper => ({
  title,
  columns,
});

export interface PersonalData {
  /** Each module states once what it stores about a person. */
  add(section: DataSection, lists: readonly PersonalDataList[]): void;
  sections(): readonly { section: DataSection; lists: readonly PersonalDataList[] }[];
}

export function openPersonalData(): PersonalData {
  const lists = new Map<DataSection, PersonalDataList[]>(dataSections.map((section) => [section, []]));
  return {
    add(section, added) {
      lists.get(section)?.push(...added);
    },
    sections: () => [...lists].map(([section, of]) => ({ section, lists: of })),
  };
}

type Stored = Record<string, unknown>;

export interface Last {
  count: number;
  rows: Stored[];
}

const rowsAtOnce = 500;

/** The rows of a list a few hundred at a time, so that a long one is never in memory. */
export async function* readStored(tx: Tx, list: PersonalDataList, clientId: string): AsyncGenerator<Stored> {
  await tx.run(sql`declare kept no scroll cursor for ${list.rows(clientId)}`);
  for (let count = rowsAtOnce; count === rowsAtOnce;) {
    const rows = await tx.rows<Stored>(sql`fetch 500 from kept`);
    count = rows.length;
    for (const row of rows) yield inDecimals(row, list);
  }
  await tx.run(sql`close kept`);
}

/** The last rows of a list and how many it has; amounts stay in minor units. */
export async function readLast(tx: Tx, list: PersonalDataList, clientId: string, max: number): Promise<Last> {
  const count = await countStored(tx, list, clientId);
  const rows = await tx.rows<Stored>(sql`${list.rows(clientId)} offset ${Math.max(0, count - max)}`);
  return { count, rows };
}

/** How many rows a list has. */
export async function countStored(db: Queries, list: PersonalDataList, clientId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from (${list.rows(clientId)}) kept`,
  );
  return count;
}

function inDecimals(row: Stored, { money = {} }: PersonalDataList): Stored {
  const decimals = Object.entries(money).map(([column, currency]) => {
    const minor = row[column];
    return [
      column,
      typeof minor === 'bigint' ? (knownDecimal(minor, String(row[currency])) ?? `${minor} minor units`) : minor,
    ];
  });
  return { ...row, ...Object.fromEntries(decimals) };
}
