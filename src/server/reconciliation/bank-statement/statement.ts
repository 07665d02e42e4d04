/** One movement as a bank states it. `amountMinor` is positive for money that came in, whatever it reverses. */
export interface BankEntry {
  account: string;
  /** The account on which it arrived, where the bank states one for the entry. */
  receiver: string | null;
  currency: string;
  amountMinor: bigint;
  /** The day on which it is booked, as `2026-03-02`. */
  on: string;
  /** Whether it is final: only then it counts. */
  isBooked: boolean;
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

/** What stands at the beginning and at the end of a statement; null where the file has no balances. */
export interface BankBalance {
  account: string;
  currency: string;
  number: string;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
}

/** Entries in the order of the file, each statement followed by its balances. */
export type StatementPart = { entry: BankEntry } | { balance: BankBalance };
