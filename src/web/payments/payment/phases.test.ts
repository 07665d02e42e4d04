import { expect, it } from 'vitest';
import type { PaymentState } from '#contract/payments/names.ts';
import { phasesOf } from './phases.ts';

const had = (...states: PaymentState[]) =>
  states.map((state) => ({ state, at: '2026-11-30T21:27:00.000Z', by: 'client' as const }));
const named = ({ past, ahead }: ReturnType<typeof phasesOf>) => [past.map(({ state }) => state), ahead];

it('shows a client four steps of a withdrawal, by the state that each is in', () => {
  expect(
    named(
      phasesOf({
        history: had('draft', 'awaiting_confirmation', 'submitted'),
        ahead: ['in_review', 'approved', 'sent', 'completed'],
      }),
    ),
  ).toEqual([['submitted'], ['approved', 'sent', 'completed']]);
  expect(
    named(
      phasesOf({
        history: had('draft', 'awaiting_confirmation', 'submitted', 'in_review'),
        ahead: ['approved', 'sent', 'completed'],
      }),
    ),
  ).toEqual([
    ['submitted', 'in_review'],
    ['sent', 'completed'],
  ]);
});

it('keeps what a payment ended with, and what came before it', () => {
  const history = had('created', 'awaiting_payment', 'under_review', 'rejected');
  expect(named(phasesOf({ history, ahead: [] }))).toEqual([['awaiting_payment', 'under_review', 'rejected'], []]);
});
