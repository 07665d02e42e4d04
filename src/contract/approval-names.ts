/** Acts that take two people. `deciders_of` in the database says which roles approve them. */
export type ApprovalKind = 'payment' | 'offering' | 'transfer';

/** How long neither of two people may owe the role to the other; the database reckons it. */
export const roleDebtDays = 30;

/** Why somebody may not approve, in the order of the checks. The last one is overruled with a reason. */
export const approvalRefusals = [
  'approvals.changed',
  'http.forbidden',
  'approvals.role_new',
  'approvals.readmitted',
  'approvals.author',
  'approvals.author_forged',
  'approvals.owes_role',
  'approvals.same_network',
] as const;

/** What approvals from one network or device take: a reason to overrule, or nothing; they are marked in either case. */
export const sameNetworkRules = ['forbid', 'mark'] as const;
