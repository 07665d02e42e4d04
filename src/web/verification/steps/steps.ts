import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { needs, profileVersion, type Need } from '#contract/verification/names.ts';

/**
 * `again` was refused, has expired, or has been requested; `open` was never done; `waiting` is with someone else; `refused`
 * is closed for good.
 */
export type StepState = 'done' | 'waiting' | 'open' | 'again' | 'refused';

/** One thing that a client proves. */
export interface VerificationStep {
  need: Need;
  /** The level that needs it; undefined where none does. */
  level: number | undefined;
  state: StepState;
}

/** How long each takes who has everything at hand. */
export const minutesOf: Record<Need, number> = {
  email: 1,
  person: 2,
  profile: 2,
  phone: 1,
  identity: 3,
  residence: 2,
  source_of_funds: 3,
};

/** Everything that can be proven, in the order of the levels; what no level needs comes last. */
export function stepsOf(shown: VerificationShown): VerificationStep[] {
  const needed = shown.levels.flatMap(({ level, needs: ofLevel }) => ofLevel.map(({ need }) => ({ need, level })));
  const others = needs
    .filter((need) => need !== 'email' && need !== 'phone' && !needed.some((each) => each.need === need))
    .map((need) => ({ need, level: undefined }));
  return [...needed, ...others].map(({ need, level }) => ({ need, level, state: stateOf(shown, need) }));
}

/** What the client does next: first what came back, then what leads to the next level; a level set by staff needs nothing. */
export function nextStep(shown: VerificationShown, steps = stepsOf(shown)): VerificationStep | undefined {
  const again = steps.find(({ state }) => state === 'again');
  if (again || shown.set_by_hand) return again;
  return steps.find(({ level, state }) => level !== undefined && state === 'open');
}

function stateOf(shown: VerificationShown, need: Need): StepState {
  const { identity_check: check, profile } = shown;
  const known = shown.levels.flatMap(({ needs: ofLevel }) => ofLevel).find((each) => each.need === need)?.state;
  if (need === 'profile') return profile && profile.version < profileVersion ? 'again' : profile ? 'done' : 'open';
  if (need === 'person') return shown.person ? 'done' : 'open';
  // A client who can enter a code need not wait for a call.
  if (need === 'phone') return known === 'waiting' && shown.phone_code.available ? 'open' : (known ?? 'open');
  const of = shown.kinds.find(({ kind }) => kind === need);
  if (!of) return known ?? 'open';
  if (of.open && (of.requested !== null || of.status === 'rejected' || of.status === 'expired')) return 'again';
  if (of.status === 'rejected') return 'refused';
  if (need === 'identity' && check?.state === 'again' && known !== 'done') return 'again';
  if (of.status === 'approved') return 'done';
  if (of.status === 'pending' || of.status === 'in_review' || known === 'waiting') return 'waiting';
  if (need === 'identity' && check?.state === 'review' && known !== 'done') return 'waiting';
  return known ?? 'open';
}
