import type { ApprovalSubject } from './request-names.ts';

/** What happened, with what a listener needs to act. */
export interface ApprovalsEvents {
  /**
   * A request needs approval; sent to each possible approver. `name` is that of the client or the API key that it is
   * about.
   */
  'approvals.requested': {
    staffId: string;
    subject: ApprovalSubject;
    name: string | null;
    by: string;
    /** They decide on it in the list of approval requests, as finance does on a setting. */
    inList: boolean;
  };
  /** For the person who made the request, as what follows. */
  'approvals.declined': { staffId: string; subject: ApprovalSubject; name: string | null; by: string; reason: string };
  /** The request expired without a decision. */
  'approvals.expired': { staffId: string; subject: ApprovalSubject; name: string | null };
}
