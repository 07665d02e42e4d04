import type { Hooks } from '../hooks.ts';
import type { Money, Outcome, Probe } from '../outcome.ts';

/** Money to clients, by orders at a provider. */
export interface PayoutRail {
  /** False for play money: it never pays a real withdrawal. */
  readonly live: boolean;
  /** What clients choose to be paid by it. */
  readonly method: 'bank_transfer' | 'crypto';
  test(): Promise<Probe>;
  hooks: Hooks;
  /** Whether it can pay this there at all, by the form of both and without a call. */
  reaches(to: PayoutDestination, amount: Money): boolean;
  /** Details of a destination that say who is paid, and for which its orders have no field. */
  readonly leavesOut?: readonly string[];
  /** The reference is stored before this is called, and the same one never pays twice. */
  send(payout: NewPayout): Promise<Outcome<{ id: string }>>;
  /** Everything that bears our reference, the earliest first: one payout, or none that the provider knows of. */
  lookUp(order: OrderedPayout): Promise<Outcome<readonly RailPayout[]>>;
}

/** An order as we have stored it. */
export interface OrderedPayout {
  ref: string;
  orderedAt: Date;
  /** What the provider has named it, as far as it has answered. */
  id: string | null;
}

export interface NewPayout {
  ref: string;
  amount: Money;
  to: PayoutDestination;
  payee: Payee;
  /** What the client reads on their statement. */
  text: string;
}

/** The client, for a provider that has to know who it pays. */
export interface Payee {
  firstName: string;
  secondName: string;
  fullName: string;
  email: string;
  country: string;
  address: string | null;
}

/** An account by the scheme of its country, such as `iban`, with the further fields of that scheme; for a crypto address the scheme is `crypto`. */
export interface PayoutDestination {
  scheme: string;
  country: string;
  holder: string;
  account: string;
  details: Readonly<Partial<Record<string, string>>>;
}

/** A payout as it was read from its provider. */
export interface RailPayout {
  id: string;
  /**
   * `begun`: nothing is paid before `send` is repeated; `sent`: it has left the operator's account; `failed`: it never left;
   * `returned`: it left and came back.
   */
  state: 'begun' | 'accepted' | 'sent' | 'completed' | 'failed' | 'returned';
  /** What is paid; null for one that we cannot say. */
  amount: Money | null;
  /** `completed` says that the day of its arrival has passed, and nothing more. */
  isAssumed?: true;
  /** What of a returned one came back; null where that is not said. */
  back: Money | null;
  /** To whom it is paid, as far as that is said: the whole number of the account, or how it ends. */
  payee: { holder: string | null; account: string | null; ending?: string | null };
  /** In the words of the provider. */
  answer: string;
  /** What is sent in crypto, once the rate is fixed, and the transaction that pays it, once it is known. */
  coins?: { amount: string; coin: string; transaction: string | null };
  /** Why staff decide whether it has arrived: a person at the provider says so. */
  doubt?: 'by_hand';
}
