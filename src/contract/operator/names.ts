// What programs of the operator may access. Without the schema library, so that the browser may import it for real.

/** Scopes of a key: each opens one kind of thing, to read or to write; the last issues links that sign clients in. */
export const scopes = [
  'clients:read',
  'accounts:read',
  'wallets:read',
  'payments:read',
  'verification:read',
  'ipo:read',
  'tickets:read',
  'ledger:read',
  'trading:read',
  'reconciliation:read',
  'recipients:read',
  'articles:read',
  'notes:read',
  'declarations:read',
  'audit:read',
  'events:read',
  'clients:write',
  'profiles:write',
  'accounts:write',
  'deposits:write',
  'adjustments:write',
  'verification:write',
  'tickets:write',
  'articles:write',
  'ipo:write',
  'sign_in_links:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Whether a key with this scope changes things. */
export const isWriting = (scope: Scope): boolean => scope.endsWith(':write');

/** A key with this scope takes two administrators and a list of addresses: its holder can sign in as any client. */
export const scopeOfTwo: Scope = 'sign_in_links:write';

/**
 * Whether a key is valid: `waiting` for a second administrator, `vacant` without a secret that opens it, such as since its holder
 * left, `ended` by its date, `revoked` by a person.
 */
export const keyStates = ['active', 'waiting', 'vacant', 'ended', 'revoked'] as const;

/** What a key may call within a minute, all endpoints together: as many as it is made with, else the usual number. */
export const callsPerMinute = { usual: 600, max: 6000 } as const;

/** For how long the former secret of a key still works beside the new one, in hours. */
export const keyOverlaps = [0, 24, 168] as const;

export const maxKeys = 50;
export const addressesPerKey = 20;
/** The shortest prefixes of networks that a key with the scope above may name. */
export const widestNetwork = { ipv4: 8, ipv6: 32 } as const;
