import type { StaffRole } from '#contract/staff/names.ts';
import type { Hooks } from '../hooks.ts';
import type { Outcome, Probe } from '../outcome.ts';

/** Single sign-on of staff: a provider says who is there, and which groups they are in. */
export interface StaffSignIn {
  test(): Promise<Probe>;
  hooks: Hooks;
  rules: StaffSignInRules;
  /** The address at the provider to which a browser is sent. */
  begin(attempt: SignInAttempt): Promise<Outcome<string>>;
  /** Reads what the provider sent back by the browser; nothing in it counts before all of it is verified. */
  finish(answer: SignInAnswer, attempt: SignInAttempt): Promise<Outcome<ProvenPerson>>;
  /** Whose sessions a call of the provider ends, once `hooks` has verified it. */
  readSignOut(body: Buffer): SignOut;
  /** Whether this is the token by which the provider reports over SCIM who has left; never where none is set. */
  isScimToken(token: string): boolean;
}

export interface StaffSignInRules {
  /** Exactly as the provider names itself. */
  issuer: string;
  /** Addresses of the people who keep password and second factor, and all of their roles. */
  breakGlass: readonly string[];
  /** The roles that groups stand for; null where roles do not depend on groups. */
  rolesOf: ((groups: readonly string[]) => StaffRole[]) | null;
}

/** Secrets of one attempt; they are derived, and only hashes are stored. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** The parameters of the address to which the provider sent the browser. */
export interface SignInAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

export interface ProvenPerson {
  /** Never changes, unlike an email address. */
  subject: string;
  /** Only one that the provider has verified. */
  email: string | null;
  /** The session at the provider, if it names one. */
  sid: string | null;
  /** Null when the provider does not say. */
  groups: string[] | null;
}

/** All sessions of a subject, one session at the provider, or both must fit. */
export interface SignOut {
  subject: string | null;
  sid: string | null;
}
