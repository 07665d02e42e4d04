/** Steps of a process that take two people. They are decided on where the process runs, and do not expire. */
export const stepKinds = ['payment', 'offering', 'transfer'] as const;
export type StepKind = (typeof stepKinds)[number];

/** `withdrawn` is ended by its author, `expired` without a decision. */
export const approvalStates = ['open', 'approved', 'declined', 'withdrawn', 'expired'] as const;

/** A person who appointed another within so many days cannot approve with them; the database computes it. */
export const roleDebtDays = 30;

/** Why a person may not approve, in the order of the checks. The last one can be overruled with a reason. */
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

/** What approvals from one network or device need: a reason to overrule, or nothing; they are marked in either case. */
export const sameNetworkRules = ['forbid', 'mark'] as const;
