import type { Hooks } from '../hooks.ts';
import type { Money, Outcome, Probe } from '../outcome.ts';

/** Money to clients. */
export interface PayoutRail {
  test(): Promise<Probe>;
  hooks?: Hooks;
  /** `ref` names the payout; the same one never pays twice. */
  send(payout: Payout): Promise<Outcome<{ id: string }>>;
  lookUp(ref: string): Promise<Outcome<RailPayout | null>>;
  cancel(ref: string): Promise<Outcome<void>>;
  checkPayee?(to: PayoutDestination): Promise<'match' | 'close' | 'no_match' | 'not_possible'>;
}

interface Payout {
  ref: string;
  amount: Money;
  to: PayoutDestination;
  /** What the client reads on their statement. */
  text: string;
}

/** A destination by the scheme of its country, such as `iban`, with the fields of that scheme. */
interface PayoutDestination {
  scheme: string;
  country: string;
  currency: string;
  holder: string;
  fields: Readonly<Record<string, string>>;
}

interface RailPayout {
  id: string;
  state: 'accepted' | 'sent' | 'completed' | 'failed' | 'returned' | 'cancelled';
  paid: Money | null;
  fee: Money | null;
  reason: string | null;
}
