import { riskRatings } from '#contract/clients/risk-names.ts';
import { sortsBy } from '#contract/kernel/reads/sorts.ts';

/**
 * Whether a person can sign in: `frozen` by themselves through a link in an email, `disputed` through one to a former
 * address, so that only staff reopen it, `blocked` by staff, `closed` at their own request.
 */
export const clientStates = ['active', 'frozen', 'disputed', 'blocked', 'closed'] as const;
export type ClientState = (typeof clientStates)[number];

/** Columns that the list of clients can be sorted by. */
export const clientSorts = sortsBy('-since', ['since', 'name', 'email']);

/** Clients by account manager, besides by name: `left` have lost theirs and have no other yet. */
export const managerChoices = ['mine', 'left', 'none'] as const;

/** Clients by risk rating; `none` are not rated. */
export const riskChoices = [...riskRatings, 'none'] as const;

/**
 * Clients with an exception to the operator's rule: payments are restricted, or limits are their own or await approval.
 */
export const limitChoices = ['restricted', 'own', 'proposed'] as const;
export type LimitChoice = (typeof limitChoices)[number];

/** What the security log has: failed sign-ins, second factors and other proofs, lock-outs, refused calls. */
export const securityKinds = ['sign_in', 'factor', 'proof', 'locked', 'access'] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** The roles of staff, in the order in which they are shown. */
export const staffRoles = ['support', 'compliance', 'finance', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Parts of a client’s card. */
export const clientParts = [
  'overview',
  'wallets',
  'payments',
  'limits',
  'ipo',
  'tickets',
  'sessions',
  'activity',
  'notes',
] as const;
export type ClientPart = (typeof clientParts)[number];
