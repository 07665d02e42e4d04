import type { AuditDetails } from '#contract/audit-details.ts';
import type { ProposalKind, ProposalMatter } from '#contract/approval-request-names.ts';
import type { Tx } from '../db/database.ts';
import type { Client } from '../session.ts';

/** What somebody has proposed, as whoever puts it into force reads it. */
export interface Proposal {
  id: string;
  matter: ProposalMatter;
  /** What held when it was proposed, and what is to hold instead. */
  was: unknown;
  value: unknown;
  reason: string;
  authorId: string;
  author: string;
}

/** One that two have agreed on. */
export interface Confirmed extends Proposal {
  /** What the audit log keeps when both acted from one network or device. */
  mark: AuditDetails;
}

/** How a room puts into force what two have agreed on. */
export interface Force {
  /** Waits for whoever changes the same meanwhile, where that is not done by the lock on its client. */
  lock?: (tx: Tx, matter: ProposalMatter) => Promise<void>;
  /**
   * Puts it into force with everything locked, writes that down as its own act, and tells whom it concerns.
   * @throws Refusal `proposals.outdated` when it makes no sense any more
   */
  enforce: (tx: Tx, me: Client, proposal: Confirmed, at: Date) => Promise<void>;
  /** Once it is committed. */
  settled?: () => Promise<void>;
}

export interface Matters {
  /** A room says once how what it lets people propose comes into force. */
  add(kind: ProposalKind, force: Force): void;
  of(kind: ProposalKind): Force;
}

export function openMatters(): Matters {
  const forces = new Map<ProposalKind, Force>();
  return {
    add: (kind, force) => void forces.set(kind, force),
    of(kind) {
      const force = forces.get(kind);
      if (!force) throw new Error(`nobody puts proposals of ${kind} into force`);
      return force;
    },
  };
}
