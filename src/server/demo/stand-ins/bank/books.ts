import { toDecimal } from '#contract/kernel/money.ts';

/** Whom money comes from or goes to. */
export interface Party {
  name: string;
  /** An IBAN, or the number of an account that has none. */
  account: string | null;
}

/** A movement of an account: above zero what comes in. */
export interface Entry {
  /** AcctSvcrRef, never used twice. */
  reference: string;
  day: string;
  amountMinor: bigint;
  endToEndId: string | null;
  party: Party;
  text: string;
  kind: 'order' | 'receipt' | 'return';
  returnReason: string | null;
  /** Whether an advice has shown it already. */
  isAdvised: boolean;
}

export interface Account {
  /** An IBAN, or the number of an account that has none. */
  number: string;
  bic: string;
  name: string;
  currency: string;
  openingMinor: bigint;
  balanceMinor: bigint;
  /** Those of the day under way. */
  entries: Entry[];
  /** Of its statements: the number of the last one. */
  statements: number;
}

/** A transfer as it was ordered, and what became of it. */
export interface OrderLine {
  position: number;
  endToEndId: string;
  instructionId: string | null;
  amountMinor: bigint;
  currency: string;
  creditor: Party;
  text: string;
  status: 'accepted' | 'settled' | 'rejected' | 'returned';
  /** ISO code of a rejection or return, with words of the bank. */
  reason: { code: string; words: string } | null;
}

export interface OrderPart {
  id: string;
  number: string;
  currency: string;
  payOn: string;
  isSepa: boolean;
  lines: OrderLine[];
}

export interface TakenOrder {
  messageId: string;
  parts: OrderPart[];
  isExecuted: boolean;
}

/** What the bank holds for its customers, and what it holds itself at the central bank: both sides are always equal. */
export class Books {
  readonly accounts: Account[];
  readonly orders = new Map<string, TakenOrder>();
  /** By EndToEndId. */
  readonly lines = new Map<string, { line: OrderLine; part: OrderPart }>();
  readonly #held = new Map<string, bigint>();
  readonly #now: () => Date;
  #closed = '';
  #references = 0;

  constructor(
    accounts: readonly Pick<Account, 'number' | 'bic' | 'name' | 'currency' | 'balanceMinor'>[],
    now: () => Date,
  ) {
    this.#now = now;
    this.accounts = accounts.map((each) => ({ ...each, openingMinor: each.balanceMinor, entries: [], statements: 0 }));
    for (const { currency, balanceMinor } of accounts) this.#hold(currency, balanceMinor);
  }

  get now(): Date {
    return this.#now();
  }

  /** The day under way: the one of the clock, or the one after that which was closed last. */
  get day(): string {
    const today = this.now.toISOString().slice(0, 10);
    return today > this.#closed ? today : nextDay(this.#closed);
  }

  /** A day begins. */
  closeDay(): void {
    this.#closed = this.day;
    for (const account of this.accounts) {
      account.openingMinor = account.balanceMinor;
      account.entries = [];
      account.statements += 1;
    }
  }

  accountOf(number: string, currency: string): Account | undefined {
    return this.accounts.find((each) => each.number === number && each.currency === currency);
  }

  book(account: Account, entry: Omit<Entry, 'reference' | 'day' | 'isAdvised'>): Entry {
    this.#references += 1;
    const reference = `${this.day.replaceAll('-', '')}${String(this.#references).padStart(8, '0')}`;
    const booked = { ...entry, reference, day: this.day, isAdvised: false };
    account.entries.push(booked);
    account.balanceMinor += entry.amountMinor;
    this.#hold(account.currency, entry.amountMinor);
    return booked;
  }

  /** By EndToEndId: what has left and has not come back. */
  paid(): Map<string, bigint> {
    const settled = [...this.lines].filter(([, { line }]) => line.status === 'settled');
    return new Map(settled.map(([id, { line }]) => [id, line.amountMinor]));
  }

  /** By currency, in decimals: what customers have, and what the bank holds for them. */
  balanceSheet(): Record<string, { customers: string; held: string }> {
    return Object.fromEntries(
      [...this.#held].map(([currency, held]) => {
        const customers = this.accounts
          .filter((each) => each.currency === currency)
          .reduce((sum, { balanceMinor }) => sum + balanceMinor, 0n);
        return [currency, { customers: toDecimal(customers, currency), held: toDecimal(held, currency) }];
      }),
    );
  }

  #hold(currency: string, amountMinor: bigint): void {
    this.#held.set(currency, (this.#held.get(currency) ?? 0n) + amountMinor);
  }
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
