import type { z } from 'zod';
import type { Scope } from './operator-names.ts';

/** What a person may be. `role` of a user is the one that stands last here among his `roles`. */
export const roles = ['client', 'support', 'compliance', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call: `anyone`; `guest` only without a session; `client` any signed-in person; `staff` any role but
 * `client` alone; a list of roles, of which one is enough. A scope is for programs of the operator: a key that has it, and
 * nobody who is signed in.
 */
export type Guard = 'anyone' | 'guest' | 'client' | 'staff' | readonly Role[] | ScopeGuard;
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
  answer: z.ZodType;
  /** Stable codes of refusals in the order in which they are checked. */
  refusals?: readonly string[];
  rateLimit?: RateLimit;
  /** Asks for a key, in the header `Idempotency-Key` or the field `request_id`; repeated, it has one effect. */
  idempotent?: true;
  /** Not for a client who is closing his account: `clients.closing`, before the body is looked at. */
  notWhileClosing?: true;
  /** Not for a client who has yet to accept what the house has published: `legal.unaccepted`, before the body is looked at. */
  needsConsent?: true;
  /**
   * Asks that the caller has proven to be themselves, by password and second factor or by a passkey: `auth.proof_due`, before
   * the body is looked at. `recent`: within the last minutes. `session`: ever in this session, which only a link by staff or
   * an operator key opens without. What carries `proof` in its body takes one for itself and needs neither.
   */
  needsProof?: 'recent' | 'session';
  /** Exists only in a demo installation; 404 elsewhere. */
  demoOnly?: true;
  /**
   * Answered before the house is set up, when all else is refused: `also` then, or `only` then; afterwards such a call
   * is 404.
   */
  beforeOpening?: 'also' | 'only';
  /** Goes by a secret that the call itself carries, never by cookies, so that mail programs and pages of others may call it. */
  antiForgery?: false;
  /** Open to staff who have yet to set up their second factor; all else is closed to them. */
  beforeSecondFactor?: true;
  /**
   * What becomes of it while its caller watches a client; without a word it is refused. `client`: answered as to that
   * client, and it changes nothing. `tells`: the same, also to a page that has not heard of the watch. `staff`: the
   * caller's own.
   */
  underWatch?: 'client' | 'tells' | 'staff';
  /**
   * Changes something of the caller’s own person or of how he signs in: it is in the audit log under its name, with him as
   * who did it, and in what he reads of his profile.
   */
  audited?: true;
  /** Largest body in bytes; 64 KiB unless told. */
  bodyLimit?: number;
}

export type Endpoints = Record<string, Endpoint>;

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Taken<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * What a caller passes and gets, by endpoint. Case by case: as an intersection of its parts it would be, for all endpoints
 * at once, every combination of them.
 */
export type Request<E extends Endpoint> = E extends { params: infer P; body: infer B }
  ? { params: Sent<P>; query?: Query<E>; body: Sent<B> }
  : E extends { params: infer P }
    ? { params: Sent<P>; query?: Query<E>; body?: never }
    : E extends { body: infer B }
      ? { params?: never; query?: Query<E>; body: Sent<B> }
      : { params?: never; query?: Query<E>; body?: never };
type Query<E> = E extends { query: infer Q } ? Sent<Q> : never;
export type Answer<E extends Endpoint> = z.output<E['answer']>;

/** What a server's verb is handed after validation. */
export interface Taking<E extends Endpoint> {
  params: E extends { params: infer P } ? Taken<P> : undefined;
  query: E extends { query: infer Q } ? Taken<Q> : undefined;
  body: E extends { body: infer B } ? Taken<B> : undefined;
}
