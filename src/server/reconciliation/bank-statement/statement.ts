import { Refusal, refuse } from '#server/platform/refusal.ts';

/** Where a movement stands in its file: the line of a text, the number of the entry in XML. */
export type Place = { line: number } | { entry: number };

/** One final movement as a bank states it. `amountMinor` is positive for money that came in, whatever it reverses. */
export interface BankEntry {
  at: Place;
  account: string;
  /** The account on which it arrived, where the bank states one for the entry. */
  receiver: string | null;
  currency: string;
  amountMinor: bigint;
  /** The day on which it is booked, as `2026-03-02`. */
  on: string;
  isReversal: boolean;
  /** What the bank calls it; null where it has no name for it. */
  bankReference: string | null;
  endToEndId: string | null;
  /** A creditor reference (ISO 11649). */
  structured: string | null;
  /** All lines of the text, joined: banks cut them in the middle of a word. */
  text: string;
  /** Who is on the other side. */
  name: string | null;
  otherAccount: string | null;
  returnReason: string | null;
}

/** A movement that is not booked: it is not final yet, or has no amount. What the bank does not say of it is null. */
export interface Unbooked {
  at: Place;
  on: string | null;
  currency: string | null;
  amountMinor: bigint | null;
  name: string | null;
}

/** What stands at the beginning and at the end of a statement; null where the file has no balances. */
export interface BankBalance {
  account: string;
  currency: string;
  number: string;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
}

/** A statement of an account in a currency that is not in use, and how many movements it has. */
export interface LeftOut {
  account: string;
  currency: string;
  movements: number;
}

/**
 * Movements in the order of the file, each statement followed by its balances. What is not final yet is named as far as it can
 * be read; a statement in another currency has neither movements nor balances.
 */
export type StatementPart =
  | { entry: BankEntry }
  | { pending: Unbooked }
  | { balance: BankBalance }
  | { leftOut: LeftOut };

/** The codes of the currencies that are read; accounts in others are left out. */
export type Currencies = readonly string[];

/** Whether it is a currency, and one that is not read. */
export const isForeign = (currency: string, currencies: Currencies): boolean =>
  /^[A-Z]{3}$/.test(currency) && !currencies.includes(currency);

/** A movement that is not final yet. Banks say less of it than of a final one. */
export function pendingAt(at: Place, read: () => readonly BankEntry[]): { pending: Unbooked } {
  const unknown = { at, on: null, currency: null, amountMinor: null, name: null };
  try {
    const [first, ...others] = read();
    if (!first || others.length === 0) return { pending: first ?? unknown };
    // Of several transactions, the movement is their sum, and has no one name.
    const amountMinor = others.reduce((sum, each) => sum + each.amountMinor, first.amountMinor);
    return { pending: { ...first, amountMinor, name: null } };
  } catch (error) {
    if (error instanceof Refusal) return { pending: unknown };
    throw error;
  }
}

/** A movement that cannot be read. */
export const unreadable = (at: Place): Refusal =>
  'line' in at ? refuse('reconciliation.line', at) : refuse('reconciliation.entry', at);

/** A movement in a currency that is not in use. */
export const unsupported = (at: Place, currency: string): Refusal =>
  'line' in at
    ? refuse('reconciliation.currency', { ...at, currency })
    : refuse('reconciliation.entry_currency', { ...at, currency });

/** A balance that cannot be read. */
export const unbalanced = ({ number }: BankBalance): Refusal => refuse('reconciliation.balance', { number });
