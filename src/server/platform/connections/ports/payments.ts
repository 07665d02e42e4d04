import type { Language } from '#contract/kernel/languages.ts';
import type { HookEvent, Hooks } from '../hooks.ts';
import type { Money, Outcome, Probe } from '../outcome.ts';

/** Money from clients: cards, wallets, crypto and bank payments over a provider. */
export interface PaymentProvider {
  /** What clients choose to pay by it. */
  readonly method: 'card' | 'crypto';
  /** Whether it takes real money; false for play money of a test system, undefined where that shows with each payment alone. */
  readonly live?: boolean;
  test(): Promise<Probe>;
  hooks: Hooks;
  /** Whether it can take a currency, or this amount of it, by their form and without a call; absent: it takes all. */
  takes?(amount: { currency: string; minor?: bigint }): boolean;
  /** The reference is stored before this is called, and the same one never starts a second payment. */
  start(deposit: NewProviderPayment): Promise<Outcome<{ id: string; redirect: string }>>;
  /** By our reference, or by an id of the payment or of something about it that an event has named; null: there is none. */
  lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>>;
  /** Closes what was not paid, so that it cannot be paid any more. */
  cancel?(id: string): Promise<Outcome<null>>;
  /** So many hours after a refund was sent its outcome may still come; absent: a day. */
  readonly refundOutcomeHours?: number;
  /** `ref` names the refund; the same one never refunds twice. */
  refund?(refund: { ref: string; of: PaymentName; amount: Money }): Promise<Outcome<{ id: string }>>;
  /** What happened since, for calls that were lost; null begins with what the provider keeps. */
  changes?(cursor: string | null): Promise<Outcome<Changes>>;
}

/** A bounded part of what happened. */
export interface Changes {
  /** An event whose call came as well has the same id. */
  events: HookEvent[];
  cursor: string;
  /** More can be listed at once. */
  hasMore: boolean;
}

/** A payment by our reference, and by the provider's id where that is known. */
export interface PaymentName {
  ref: string;
  id: string | null;
}

export interface NewProviderPayment {
  ref: string;
  amount: Money;
  payer: { email: string; country: string; language: string };
  /** What the client reads on the provider's page. */
  text: string;
  returnUrl: string;
  /** Of the page; an order that an older version has stored has none, and must say the same when it is repeated. */
  language?: Language;
  expires: Date;
}

/** A payment as it was read from its provider. */
export interface ProviderPayment {
  /** Null where what was read does not name it. */
  id: string | null;
  /** Our reference, as the provider has it. */
  ref: string;
  state: 'waiting' | 'held' | 'paid' | 'failed' | 'expired';
  /** What came, which may differ from what was asked for. */
  received: Money | null;
  instrument: Instrument | null;
  /** False for play money: it never credits a real wallet. */
  live: boolean;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  /** Whether the provider warns of fraud. */
  isSuspect: boolean;
  /** Why staff decide, although all of it came: after its time, or a person at the provider says so. */
  doubt?: 'late' | 'by_hand' | null;
  /** Where it can be paid, of a provider that cannot be asked the same twice. */
  page?: string;
}

export interface ProviderRefund {
  id: string;
  /** Null for one that was not made by us. */
  ref: string | null;
  state: 'pending' | 'succeeded' | 'failed';
  amount: Money;
}

/** The client disputes the payment at their bank. */
export interface ProviderDispute {
  id: string;
  /** As the provider names it. */
  status: string;
  reason: string;
  amount: Money;
  /** Whether the provider has taken the money back, and has not returned it. */
  isWithdrawn: boolean;
  isClosed: boolean;
  /** Until when the operator may answer. */
  answerBy: Date | null;
}

interface Instrument {
  kind: string;
  /** As the client knows it, such as `Visa •••• 4242`. */
  label: string;
  /** The same for the same card or account. */
  fingerprint: string | null;
  holder: string | null;
  country: string | null;
}
