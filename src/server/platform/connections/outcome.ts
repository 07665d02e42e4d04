/**
 * How a call to a provider ended. `unknown` is a time-out, a lost connection, a 5xx, a body that cannot be read: the
 * provider may have done it, so look it up by our reference, and never repeat it.
 */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; text: string; again: 'never' | 'later' | 'after_change' }
  | { kind: 'unknown'; detail: string };

/** The same outcome with another value. */
export const mapDone = <From, To>(outcome: Outcome<From>, to: (value: From) => To): Outcome<To> =>
  outcome.kind === 'done' ? { kind: 'done', value: to(outcome.value) } : outcome;

/** For ever, because of what was asked for. */
export const refused = (code: string, text: string) => ({ kind: 'refused', code, text, again: 'never' }) as const;

/** Of a connection that is off; an order that was not sent waits for it. */
export const turnedOff = {
  kind: 'refused',
  code: 'off',
  text: 'the connection is turned off',
  again: 'later',
} as const;

/** Integer minor units of a currency. */
export interface Money {
  minor: bigint;
  currency: string;
}

/** What the button that tests a connection found, step by step; it only reads. */
export interface Probe {
  ok: boolean;
  steps: ProbeStep[];
}

interface ProbeStep {
  /** What was tried, such as `sign in`, in plain English of the provider's words. */
  name: string;
  ok: boolean;
  ms: number;
  /** What the provider answered; never a secret. */
  detail: string;
}
