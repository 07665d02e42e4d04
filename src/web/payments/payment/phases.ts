import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { PaymentState } from '#contract/payments/names.ts';

/** States that a client reads as one step: what was asked, what we look at, what is on its way. */
const phases: readonly (readonly PaymentState[])[] = [
  ['created', 'awaiting_payment', 'draft', 'awaiting_confirmation', 'submitted'],
  ['in_review', 'approved'],
  ['ordered', 'sent'],
];

const isSamePhase = (one: PaymentState, other: PaymentState) =>
  phases.some((phase) => phase.includes(one) && phase.includes(other));

/** Of each phase that is over, or under way, the last state; of each that follows when all goes well, its end. */
export function phasesOf({ history, ahead }: Pick<PaymentInfo, 'history' | 'ahead'>) {
  const past = history.filter(({ state }, index) => {
    const after = history[index + 1];
    return after === undefined || !isSamePhase(state, after.state);
  });
  const last = past.at(-1);
  return {
    past,
    ahead: ahead.filter((state, index) => {
      const after = ahead[index + 1];
      const isUnderWay = last !== undefined && isSamePhase(state, last.state);
      return !isUnderWay && (after === undefined || !isSamePhase(state, after));
    }),
  };
}
