/**
 * Whether somebody can sign in: `frozen` himself by a link in a mail, `disputed` by one to a former address, so that staff
 * alone open it, `blocked` by staff, `closed` as he wished.
 */
export const clientStates = ['active', 'frozen', 'disputed', 'blocked', 'closed'] as const;
export type ClientState = (typeof clientStates)[number];

/** Clients by who looks after them, besides by name: `left` has lost his manager, and nobody has taken over. */
export const managerChoices = ['mine', 'left', 'none'] as const;

/** Clients for whom something else holds than the house's rule: payments are stopped, or limits are his own or wait for a second person. */
export const limitChoices = ['stopped', 'own', 'proposed'] as const;
export type LimitChoice = (typeof limitChoices)[number];

/** What the security log keeps: failed sign-ins, second factors and other proofs, lock-outs, refused calls. */
export const securityKinds = ['sign_in', 'factor', 'proof', 'locked', 'access'] as const;
export type SecurityKind = (typeof securityKinds)[number];

/** What the roles of those who work here are called, in the order in which they are shown. */
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
