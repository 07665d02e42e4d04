/** A call of a provider as it came; nothing of it counts before its signature is verified. */
export interface HookCall {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  raw: Buffer;
  /** The public address that the provider was given, with the query of this call: what some of them sign. */
  url: string;
}

/** `second_secret`: by the older of two secrets, while they are being changed. */
export type Signature = 'valid' | 'second_secret' | 'bad_signature' | 'too_old';

/** @param index of the secret that signed a call, the newest first; -1 for none */
export const signatureBy = (index: number): Signature =>
  index < 0 ? 'bad_signature' : index === 0 ? 'valid' : 'second_secret';

/** What a call announces. It is a hint: its handler reads the object back before anything moves. */
export interface HookEvent {
  /** Unique within the connection: a repetition has the same one. */
  eventId: string;
  type: string;
  /** The object whose events are handled one after the other; null for none. */
  subject: string | null;
  /** Our own reference, if the event names it. */
  ref: string | null;
  /** What is kept of the call for this event, where it announces several; else all of it. */
  body?: Buffer;
  /** Why it cannot be read: it is not handled, and staff see it among what has failed. */
  failure?: string;
}

/** How an adapter takes the calls of its provider. It runs before the answer, so it looks up at most the keys of the provider. */
export interface Hooks {
  verify(call: HookCall): Signature | Promise<Signature>;
  /** After `verify`; throws when the body is not what the provider documents. */
  read(call: HookCall): HookEvent[];
  /** What the provider expects to see. `busy`: it is to call again. */
  answer(outcome: 'taken' | 'busy'): { status: number; body: string; type?: string };
  /** The same of a call that is not signed as it should be; 401 without a word where the provider documents nothing. */
  refusal?: { status: number; body: string; type: string };
  /** The headers that are kept with an event; none that holds a secret. */
  keptHeaders: readonly string[];
}
