import type { Hooks } from '../hooks.ts';
import type { Money, Outcome, Probe } from '../outcome.ts';

/** Money from clients: cards, wallets, crypto and bank payments over a provider. */
export interface PaymentProvider {
  test(): Promise<Probe>;
  hooks: Hooks;
  /** The reference is stored before this is called. */
  start(deposit: NewProviderPayment): Promise<Outcome<{ id: string; next: NextStep }>>;
  lookUp(which: { ref: string } | { id: string }): Promise<Outcome<ProviderPayment | null>>;
  /** `ref` names the refund; the same one never refunds twice. */
  refund(refund: { ref: string; id: string; amount: Money; reason: string }): Promise<Outcome<{ id: string }>>;
  /** What happened since, for calls that were lost; null begins with what the provider keeps. */
  changes?(cursor: string | null): Promise<Outcome<{ ids: string[]; cursor: string }>>;
}

interface NewProviderPayment {
  ref: string;
  amount: Money;
  payer: { id: string; email: string; name: string; country: string; language: string };
  returnUrl: string;
  expires: Date;
}

/** Where the client pays: at an address of the provider, or by what these rows say. */
type NextStep = { redirect: string } | { rows: [name: string, value: string][] };

export interface ProviderPayment {
  id: string;
  ref: string;
  state: 'waiting' | 'held' | 'paid' | 'failed' | 'expired' | 'disputed' | 'dispute_won' | 'dispute_lost';
  /** What came, which may differ from what was asked for. */
  received: Money | null;
  fee: Money | null;
  /** Minor units of what was received. */
  refunded: bigint;
  instrument: Instrument | null;
  /** False for play money: it never credits a real wallet. */
  live: boolean;
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
