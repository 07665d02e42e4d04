import { expect, test } from 'vitest';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { Deadline } from './deadlines.ts';
import { awaitedOf } from './for-you.ts';

const payment = (id: string, state: Payment['state'], by: string | null) =>
  ({ id, state, next: { who: 'staff', by } }) as Payment;
const ticket = (ticket_id: string, status: Ticket['status'], sla_due_at: string | null) =>
  ({ ticket_id, status, sla_due_at }) as Ticket;
const deadline = (kind: Deadline['kind'], at: string) => ({ kind, at }) as Deadline;

test('what is due first comes first, what has no day last, and what the client must do is not among it', () => {
  const awaited = awaitedOf({
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
