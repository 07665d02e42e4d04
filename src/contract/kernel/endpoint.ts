import type { z } from 'zod';
import type { Scope } from '#contract/operator/names.ts';
import type { RefusalCode } from '#contract/refusals.ts';

/** All roles of a person. `role` of a user is the one of their `roles` that comes last here. */
export const roles = ['client', 'support', 'compliance', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call: `anyone`; `guest` only without a session; `signed_in` any signed-in person; `staff` any role but
 * `client` alone; a list of roles, of which one is enough. A scope is for programs of the operator: a key that has it,
 * and no signed-in person.
 */
export type Guard = 'anyone' | 'guest' | 'signed_in' | 'staff' | readonly Role[] | ScopeGuard;
export interface ScopeGuard {
  readonly scope: Scope;
}

/** At most `hits` calls within `windowS` seconds from one address, from one signed-in person, or by one key. */
export interface RateLimit {
  hits: number;
  windowS: number;
  by: 'address' | 'person' | 'key';
}

export interface Endpoint {
  /** Method and path as in `POST /api/login`; `:name` marks a path parameter. */
  route: `${'GET' | 'POST'} /${string}`;
  guard: Guard;
  /** One sentence for the reader of the API page. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  response: z.ZodType;
  /** Its own refusals in the order in which they are checked; those that its flags bring are derived. */
  refusals?: readonly RefusalCode[];
  rateLimit?: RateLimit;
  /** Requires a key, in the header `Idempotency-Key` or the field `request_id`; a repeated call has one effect. */
  idempotent?: true;
  /** Refused while the client's account is being closed: `clients.closure_pending`, before the body is checked. */
  notDuringClosure?: true;
  /**
   * Refused until the client has accepted what the operator has published: `legal.unaccepted`, before the body is
   * checked.
   */
  needsConsent?: true;
  /**
   * Requires that the caller has proven to be themselves, by password and second factor or by a passkey:
   * `auth.proof_due`, before the body is checked. `recent`: within the last minutes. `session`: ever in this session,
   * which only a link by staff or an API key opens without. A call with `proof` in its body checks that proof itself
   * and needs neither.
   */
  needsProof?: 'recent' | 'session';
  /** Posts to the ledger, whose constraints may refuse what a check before them allowed. */
  posts?: true;
  /** Exists only in a demo installation; 404 elsewhere. */
  demoOnly?: true;
  /**
   * Available before the setup is complete, when all else is refused: `also` then, or `only` then; afterwards such a
   * call is 404.
   */
  beforeOpening?: 'also' | 'only';
  /**
   * Authorized by a secret in the call itself, never by cookies, so that email programs and other sites may call it.
   */
  antiForgery?: false;
  /** Open to staff who have yet to set up their second factor; all else is closed to them. */
  beforeSecondFactor?: true;
  /**
   * What happens to a call under impersonation; the default is to refuse it. `client`: the response is for that client,
   * and nothing changes. `reports`: the same, also for a page that does not know of the impersonation. `staff`: the
   * caller's own.
   */
  underImpersonation?: 'client' | 'reports' | 'staff';
  /**
   * Changes nothing, so that it may be one of several reads in a call (`reads.together`), as what `client` above allows may.
   */
  reads?: true;
  /**
   * Changes nothing but the audit log, and may be answered with the state of some seconds ago, from a standby of the
   * database; all that the caller has changed is in it. Never for what decides about money or access.
   */
  readsReplica?: true;
  /**
   * Changes the caller’s own person or how they sign in: the audit log has it under its name with the caller as actor,
   * and the caller sees it in the activity of their profile.
   */
  audited?: true;
  /** Maximum body in bytes; 64 KiB by default. */
  bodyLimit?: number;
}

export type Endpoints = Record<string, Endpoint>;

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * What a caller passes and gets, by endpoint. Case by case: an intersection of its parts would be, for all endpoints at
 * once, every combination of them.
 */
export type Request<E extends Endpoint> = E extends { params: infer P; body: infer B }
  ? { params: Sent<P>; query?: Query<E>; body: Sent<B> }
  : E extends { params: infer P }
    ? { params: Sent<P>; query?: Query<E>; body?: never }
    : E extends { body: infer B }
      ? { params?: never; query?: Query<E>; body: Sent<B> }
      : { params?: never; query?: Query<E>; body?: never };
type Query<E> = E extends { query: infer Q } ? Sent<Q> : never;
export type ResponseBody<E extends Endpoint> = z.output<E['response']>;

/** What a server's verb gets after validation. */
export interface RequestInput<E extends Endpoint> {
  params: E extends { params: infer P } ? Parsed<P> : undefined;
  query: E extends { query: infer Q } ? Parsed<Q> : undefined;
  body: E extends { body: infer B } ? Parsed<B> : undefined;
}
