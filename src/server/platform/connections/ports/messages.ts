import type { Hooks } from '../hooks.ts';
import type { Outcome, Probe } from '../outcome.ts';

/** Short messages to telephones. */
export interface MessageSender {
  test(): Promise<Probe>;
  hooks?: Hooks;
  /** `ref` names the message; on `unknown` it is looked for, and a code is never sent again by itself. */
  send(message: PhoneMessage): Promise<Outcome<{ id: string; segments: number }>>;
  find(message: SoughtMessage): Promise<Outcome<MessageState | null>>;
}

export interface PhoneMessage {
  ref: string;
  /** As in E.164: `+442079460000`. */
  to: string;
  text: string;
  kind: 'sms' | 'voice';
  expires: Date;
  language: string;
}

export interface SoughtMessage {
  ref: string;
  /** The id at the provider, if it is known. */
  id: string | null;
  to: string;
  since: Date;
  /** Whether a text is the one that was sent, for providers that do not know our reference; the text itself is not kept. */
  isOurs(text: string): boolean;
}

export interface MessageState {
  id: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  /** What the provider says about a failure. */
  reason: string | null;
  /** Parts as the provider charges them, if it says. */
  segments: number | null;
}
