import { describe, expect, it } from 'vitest';
import { adjustmentStates, depositStates, withdrawalStates } from '#contract/payments/names.ts';
import { addWorkingDays, isCancellable, nextStep, openActions, openStates, statesAhead, transitions } from './rules.ts';

const all = { deposit: depositStates, withdrawal: withdrawalStates, adjustment: adjustmentStates };

describe('the state machines', () => {
  it.each(Object.entries(all))(
    'of a %s reach every state from the first, and leave what is under way',
    (kind, states) => {
      const steps = transitions.filter((each) => each.kind === kind);
      const reached = new Set<string>([states[0]]);
      for (let before = 0; before < reached.size;) {
        before = reached.size;
        for (const { from, to } of steps) if (reached.has(from)) reached.add(to);
      }
      expect([...reached].toSorted()).toEqual([...states].toSorted());
      const stuck = states.filter((state) => openStates.includes(state) && !steps.some(({ from }) => from === state));
      expect(stuck).toEqual([]);
    },
  );

  it('let a client cancel a withdrawal until it is approved, a deposit until it is reported, and nothing else', () => {
    const can = withdrawalStates.filter((state) => isCancellable('withdrawal', state));
    expect(can).toEqual(['awaiting_confirmation', 'submitted', 'in_review']);
    expect(depositStates.filter((state) => isCancellable('deposit', state))).toEqual(['awaiting_payment']);
  });

  it('show the next steps', () => {
    expect(statesAhead('withdrawal', 'in_review', 'bank_transfer')).toEqual(['approved', 'sent', 'completed']);
    expect(statesAhead('deposit', 'awaiting_payment', 'sandbox')).toEqual(['credited']);
    expect(statesAhead('deposit', 'rejected', 'bank_transfer')).toEqual([]);
  });
});

describe('the next step', () => {
  const friday = new Date('2026-03-06T10:00:00Z');
  const timing = {
    kind: 'withdrawal' as const,
    method: 'bank_transfer' as const,
    updatedAt: friday,
    expiresAt: null,
    reviewHours: 24,
    days: 2,
  };

  it('say who acts and until when', () => {
    expect(nextStep({ ...timing, state: 'submitted' })).toEqual({
      who: 'staff',
      by: new Date('2026-03-07T10:00:00Z'),
    });
    expect(nextStep({ ...timing, state: 'sent' })?.by).toEqual(new Date('2026-03-10T10:00:00Z'));
    expect(nextStep({ ...timing, state: 'completed' })).toBeNull();
  });

  it('skips weekends', () => {
    expect(addWorkingDays(friday, 0)).toEqual(friday);
    expect(addWorkingDays(friday, 1)).toEqual(new Date('2026-03-09T10:00:00Z'));
    expect(addWorkingDays(new Date('2026-03-07T10:00:00Z'), 1)).toEqual(new Date('2026-03-09T10:00:00Z'));
  });
});

describe('the actions of staff', () => {
  const view = {
    kind: 'withdrawal' as const,
    isOwn: false,
    isMaker: false,
    isReviewer: false,
    heldBack: null,
    isReportedPaid: false,
    isReversal: false,
    overdue: null,
    approvedByMe: [],
  };

  it('follow from state and person', () => {
    expect(openActions({ ...view, state: 'in_review' })).toEqual(['assign', 'approve', 'reject']);
    expect(openActions({ ...view, state: 'in_review', isReviewer: true })).toEqual(['approve', 'reject']);
    expect(openActions({ ...view, state: 'in_review', approvedByMe: ['approve'] })).toEqual(['assign', 'reject']);
    expect(openActions({ ...view, state: 'in_review', isOwn: true })).toEqual([]);
    expect(openActions({ ...view, state: 'completed' })).toEqual([]);
    expect(openActions({ ...view, state: 'ordered' })).toEqual([]);
    const overdue = (isPaidOtherwise: boolean) => ({
      ...view,
      state: 'ordered' as const,
      overdue: { isPaidOtherwise },
    });
    expect(openActions(overdue(true))).toEqual(['mark_sent', 'fail']);
    expect(openActions(overdue(false))).toEqual(['fail']);
    expect(openActions({ ...overdue(false), isReportedPaid: true })).toEqual(['mark_sent', 'fail']);
  });

  it('let only a person other than its maker decide an adjustment', () => {
    const adjustment = { ...view, kind: 'adjustment' as const, state: 'proposed' as const };
    expect(openActions(adjustment)).toEqual(['decide_adjustment']);
    expect(openActions({ ...adjustment, isMaker: true })).toEqual([]);
  });

  it('reverse a booked payment once, for any staff who see the mistake', () => {
    const posted = { ...view, kind: 'adjustment' as const, state: 'posted' as const };
    expect(openActions({ ...posted, isMaker: true })).toEqual(['reverse']);
    expect(openActions({ ...posted, isReversal: true })).toEqual([]);
    expect(openActions({ ...posted, isOwn: true })).toEqual([]);
    expect(openActions({ ...view, kind: 'deposit', state: 'credited' })).toContain('reverse');
    expect(openActions({ ...view, kind: 'deposit', state: 'reversed' })).toEqual([]);
  });
});
