import type { builtInReasons } from '#contract/reasons/names.ts';
import type { Hooks } from '../hooks.ts';
import type { Outcome, Probe } from '../outcome.ts';

export type DocumentReason = (typeof builtInReasons)['document'][number];

/** A provider that identifies clients on a page of its own. */
export interface IdentityProvider {
  test(): Promise<Probe>;
  hooks: Hooks;
  /** The provider's name of what is checked; a result for another one proves nothing. */
  level: string;
  /** Its results are invented ones of a test environment. */
  isSandbox: boolean;
  /** A positive result approves the document, unless something speaks against it. */
  approves: boolean;
  /** Takes the applicant that has this reference, or creates one, and makes a link that works for a while. */
  begin(check: NewIdentityCheck): Promise<Outcome<{ applicant: string; url: string }>>;
  /** The applicant with a reference, for a check whose beginning ended without an answer. */
  find(ref: string): Promise<Outcome<IdentityResult | null>>;
  /** Null when there is no such applicant any more. */
  read(applicant: string): Promise<Outcome<IdentityResult | null>>;
}

export interface NewIdentityCheck {
  /** Our own reference; no other personal data go with it. */
  ref: string;
  language: string;
}

/** Where a check stands: the client has to act, the provider looks, or there is a result. */
export type ResultState = 'waiting' | 'review' | 'approved' | 'again' | 'rejected';

export interface IdentityResult {
  applicant: string;
  /** The reference that the provider has for the applicant. */
  ref: string | null;
  state: ResultState;
  level: string | null;
  /** Why it was not approved: the provider's words, with our reason where there is one. */
  labels: readonly { label: string; reason: DocumentReason | null }[];
  /** Null for kinds that we do not take. */
  document: { type: 'passport' | 'id_card' | 'driving_licence'; number: string; expiresOn: string } | null;
  person: { name: string; birthOn: string | null } | null;
}
