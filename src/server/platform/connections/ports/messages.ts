import type { Hooks } from '../hooks.ts';
import type { Outcome, Probe } from '../outcome.ts';

/** Short messages to telephones. */
export interface MessageSender {
  test(): Promise<Probe>;
  hooks?: Hooks;
  /** `ref` names the message; on `unknown` it is looked for, and a code is never sent again by itself. */
  send(message: PhoneMessage): Promise<Outcome<{ id: string; segments: number }>>;
  find(message: { ref: string; to: string; text: string; since: Date }): Promise<Outcome<MessageState | null>>;
}

interface PhoneMessage {
  ref: string;
  /** As in E.164: `+442079460000`. */
  to: string;
  text: string;
  kind: 'sms' | 'voice';
  expires: Date;
  language: string;
}

interface MessageState {
  id: string;
  state: 'queued' | 'sent' | 'delivered' | 'failed';
  /** What the provider says about a failure. */
  reason: string | null;
}
