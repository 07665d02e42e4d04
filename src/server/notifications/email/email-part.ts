import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { Params } from '../params.ts';

/** The person whom an email goes to. */
export interface Recipient extends Reader {
  id: string;
  email: string;
  emailVerifiedAt: Date | null;
  /** The brand in whose name it is written. */
  brand: string | null;
}

/** What an email is about. */
export interface Subject {
  about: string | null;
  params: Params;
}

/** The part that only the email has. It is made at the moment of sending and never stored. */
export interface EmailPart {
  /** Another address than the one that the reader has. */
  email?: string;
  path?: string;
  params?: Params;
  quote?: string;
}
