import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { StepKind } from '#contract/approvals/names.ts';
import type { ApprovalRequestKind, ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { Tx } from '../db/database.ts';
import type { Person } from '../session/session.ts';

/** An approval request, as its handler reads it. */
export interface ApprovalRequest {
  id: string;
  subject: ApprovalSubject;
  /** What held when it was proposed, and what is to hold instead. */
  was: unknown;
  value: unknown;
  reason: string;
  authorId: string;
  author: string;
}

/** One that two have agreed on. */
export interface ApprovedRequest extends ApprovalRequest {
  /** The audit details if both acted from one network or device. */
  mark: AuditDetails;
}

/** How a module applies what two people have agreed on. */
export interface ApprovalHandler {
  /** Serialises with concurrent changes of the subject, where the lock on its client does not. */
  lock?: (tx: Tx, subject: ApprovalSubject, me: Person) => Promise<void>;
  /**
   * Applies the request with everything locked, writes an audit entry of its own, and notifies those concerned.
   * @throws Refusal `approvals.outdated` when it no longer makes sense
   */
  apply: (tx: Tx, me: Person, approvalRequest: ApprovedRequest, at: Date) => Promise<void>;
  /** Once it is committed. */
  settled?: () => Promise<void>;
}

/** What steps of a process are about, by the ids of their requests. */
export type DescribeSteps<Kind extends StepKind> = (
  requestIds: readonly string[],
) => Promise<Map<string, ApprovalRequestOf<Kind>['value']>>;

export interface ApprovalHandlers {
  /** Each module registers its handler once. */
  add(kind: ApprovalRequestKind, handler: ApprovalHandler): void;
  of(kind: ApprovalRequestKind): ApprovalHandler;
  /** The same for a step of a process, which the module itself applies. */
  addStep<Kind extends StepKind>(kind: Kind, describe: DescribeSteps<Kind>): void;
  describe: { [Kind in StepKind]: DescribeSteps<Kind> };
}

export function openApprovalHandlers(): ApprovalHandlers {
  const handlers = new Map<ApprovalRequestKind, ApprovalHandler>();
  const missing = () => Promise.reject(new Error('a module has not said what its steps are about'));
  const describe: ApprovalHandlers['describe'] = { payment: missing, offering: missing, transfer: missing };
  return {
    describe,
    add: (kind, handler) => void handlers.set(kind, handler),
    addStep: (kind, describeSteps) => void Object.assign(describe, { [kind]: describeSteps }),
    of(kind) {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`there is no handler that applies approval requests of ${kind}`);
      return handler;
    },
  };
}
