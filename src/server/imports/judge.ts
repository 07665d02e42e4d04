import type { ImportField } from '#contract/imports/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { CheckedRow, Fault } from './subject.ts';

/** Minor units as decimal texts by currency. */
type Balances = Readonly<Record<string, string>>;

/** Opening balances, of what has any. */
interface HasBalances {
  balances?: Balances | undefined;
}

/** A row as it was read: without a fault, all of it. */
export interface ReadRow<Row> {
  number: number;
  content: Partial<Row>;
  faults: Fault[];
}

interface Known<Row, Field extends keyof Row> {
  /** Whom or what the row is about, as far as that can be read. */
  about: Pick<CheckedRow, 'outsideId' | 'email'>;
  /** What was imported before by the number of the row, and the fields in which it may differ. */
  presentOf: (row: Row) => (Pick<Row, Field> & HasBalances) | undefined;
  compared: readonly Field[];
  /** Why what is new cannot be created. */
  newFaults: (row: Row) => Fault[];
}

/** What a row comes to. What was imported before is what it is here: a row that says something else changes nothing. */
export function judge<Row extends HasBalances, Field extends keyof Row & ImportField>(
  { number, content, faults }: ReadRow<Row>,
  { about, presentOf, compared, newFaults }: Known<Row, Field>,
): CheckedRow {
  const without = (outcome: CheckedRow['outcome'], found: Fault[]): CheckedRow => ({
    ...about,
    number,
    outcome,
    content: null,
    faults: found,
  });
  if (faults.length > 0) return without('refused', faults);
  const row = content as Row;
  const present = presentOf(row);
  if (present) {
    const fields: ImportField[] = compared.filter((field) => row[field] !== present[field]);
    if (!haveSame(row.balances, present.balances)) fields.push('balance');
    return without(
      fields.length > 0 ? 'differs' : 'same',
      fields.map((field) => ({ field, code: 'differs' })),
    );
  }
  const found = newFaults(row);
  return found.length > 0 ? without('refused', found) : { ...about, number, outcome: 'new', content: row, faults: [] };
}

const haveSame = (some: Balances = {}, others: Balances = {}): boolean =>
  [...new Set([...Object.keys(some), ...Object.keys(others)])].every((currency) => some[currency] === others[currency]);

const offers = { clients: sql`open_for_wallets`, accounts: sql`open_for_trading` };

/** Currencies in which what the rows are can have money. */
export async function readOpenCurrencies(tx: Tx, subject: keyof typeof offers): Promise<Set<string>> {
  const open = await tx.rows<{ code: string }>(sql`select code from currency where ${offers[subject]}`);
  return new Set(open.map(({ code }) => code));
}

/** The fault of what is new in a currency that is not open; of what was imported before it is none. */
export const closedFaults = (field: ImportField, currencies: readonly string[], open: ReadonlySet<string>): Fault[] =>
  currencies.every((currency) => open.has(currency)) ? [] : [{ field, code: 'currency_closed' }];
