import type { Offering } from '#contract/ipo/records.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { Deadline } from './deadlines.ts';

/** What is under way and waits for someone else, or for its day. */
export type Awaited = { at: string | null } & (
  | { kind: 'payment'; payment: Payment }
  | { kind: 'ticket'; ticket: Ticket }
  | { kind: 'deadline'; deadline: Deadline }
  | { kind: 'allotment' | 'listing'; offering: Offering }
  | { kind: 'documents' }
);

interface Known {
  payments: readonly Payment[];
  tickets: readonly Ticket[];
  deadlines: readonly Deadline[];
  offerings: readonly Offering[];
  verification: Pick<VerificationShown, 'kinds'> | undefined;
}

/**
 * All that the client waits for in one order: what is due first, then what has no day. What waits for the client is a
 * step, and comes before.
 */
export function awaitedOf({ payments, tickets, deadlines, offerings, verification }: Known): Awaited[] {
  const all: Awaited[] = [
    ...payments
      .filter(({ state }) => state !== 'awaiting_confirmation' && state !== 'awaiting_payment')
      .map((payment) => ({ kind: 'payment' as const, payment, at: payment.next?.by ?? null })),
    ...tickets
      .filter(({ status }) => status !== 'resolved' && status !== 'answered')
      .map((ticket) => ({ kind: 'ticket' as const, ticket, at: ticket.sla_due_at })),
    ...deadlines
      .filter(({ kind }) => kind === 'unlocks')
      .map((deadline) => ({ kind: 'deadline' as const, deadline, at: deadline.at })),
    ...offerings.flatMap(awaitedShares),
    ...(verification?.kinds.some(isWithStaff) ? [{ kind: 'documents' as const, at: null }] : []),
  ];
  return all.toSorted((a, b) => (a.at ?? never).localeCompare(b.at ?? never));
}

function awaitedShares(offering: Offering): Awaited[] {
  const state = offering.mine?.state;
  if (state === 'submitted' || state === 'amended' || state === 'confirmed')
    return [{ kind: 'allotment', offering, at: null }];
  return state === 'settled' ? [{ kind: 'listing', offering, at: offering.listed_at }] : [];
}

const isWithStaff = ({ status }: VerificationShown['kinds'][number]) => status === 'pending' || status === 'in_review';

const never = '9999';
