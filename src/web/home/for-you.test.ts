import { expect, test } from 'vitest';
import type { Offering } from '#contract/ipo/records.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { Deadline } from './deadlines.ts';
import { awaitedOf } from './for-you.ts';

const payment = (id: string, state: Payment['state'], by: string | null) =>
  ({ id, state, next: { who: 'staff', by } }) as Payment;
const ticket = (ticket_id: string, status: Ticket['status'], sla_due_at: string | null) =>
  ({ ticket_id, status, sla_due_at }) as Ticket;
const offering = (state: NonNullable<Offering['mine']>['state']) =>
  ({ stock_id: state, listed_at: '2026-03-05T12:00:00Z', mine: { state } }) as Offering;
const kind = (status: string) => ({ status }) as VerificationShown['kinds'][number];
const nothing = { payments: [], tickets: [], deadlines: [], offerings: [], verification: undefined };
const deadline = (kind: Deadline['kind'], at: string) => ({ kind, at }) as Deadline;

test('what is due first comes first, what has no day last, and what the client must do is not among it', () => {
  const awaited = awaitedOf({
    ...nothing,
    payments: [
      payment('no day', 'in_review', null),
      payment('third', 'in_review', '2026-03-04T12:00:00Z'),
      payment('to pay', 'awaiting_payment', '2026-03-01T12:00:00Z'),
    ],
    tickets: [
      ticket('first', 'open', '2026-03-02T12:00:00Z'),
      ticket('replied', 'answered', null),
      ticket('resolved', 'resolved', null),
    ],
    deadlines: [deadline('unlocks', '2026-03-03T12:00:00Z'), deadline('closes', '2026-03-01T12:00:00Z')],
  });
  expect(awaited.map(({ kind, at }) => [kind, at])).toEqual([
    ['ticket', '2026-03-02T12:00:00Z'],
    ['deadline', '2026-03-03T12:00:00Z'],
    ['payment', '2026-03-04T12:00:00Z'],
    ['payment', null],
  ]);
});

test('applications and documents that wait for others are among it', () => {
  const offerings = (['submitted', 'confirmed', 'reconfirm_required', 'settled', 'closed'] as const).map(offering);
  const awaited = (kinds: string[]) =>
    awaitedOf({ ...nothing, offerings, verification: { kinds: kinds.map(kind) } }).map((each) => each.kind);
  expect(awaited(['approved', 'in_review', 'pending'])).toEqual(['listing', 'allotment', 'allotment', 'documents']);
  expect(awaited(['approved', 'rejected', 'required'])).toEqual(['listing', 'allotment', 'allotment']);
});
