import { describe, expect, it } from 'vitest';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { documentKinds, usualNeeds, type DocumentKind, type Need } from '#contract/verification/names.ts';
import { nextStep, stepsOf } from './steps.ts';

const limit = { allowed: true, limit: null };
type Kind = VerificationShown['kinds'][number];

/** A client who has done the first of the usual needs, as many as `done`. */
function shownWith(
  done: number,
  {
    kinds = {},
    ...changes
  }: Partial<Omit<VerificationShown, 'kinds'>> & { kinds?: Partial<Record<DocumentKind, Partial<Kind>>> } = {},
): VerificationShown {
  const order = usualNeeds.flat();
  const stateOf = (need: Need) => (order.indexOf(need) < done ? ('done' as const) : ('open' as const));
  return {
    level: 1,
    set_by_hand: false,
    levels: usualNeeds.map((needs, level) => ({
      level,
      deposit: limit,
      withdrawal: limit,
      ipo: true,
      needs: needs.map((need) => ({ need, state: stateOf(need) })),
    })),
    name_locked: false,
    person: done > 1 ? { birth_on: '1990-05-17', nationality: 'DE', declared_at: '2026-11-20T10:00:00Z' } : null,
    phone_confirmed: done > 3,
    phone_proof: null,
    phone_code: { available: false, sent: null },
    profile: done > 2 ? ({ version: 1, answers: {}, answered_at: '2026-11-20T10:00:00Z' } as never) : null,
    identity_check: null,
    kinds: documentKinds.map((kind) => ({
      kind,
      status: stateOf(kind) === 'done' ? ('approved' as const) : ('required' as const),
      open: stateOf(kind) !== 'done',
      requested: null,
      documents: [],
      ...kinds[kind],
    })),
    review_due_at: null,
    drafts: [],
    imported: [],
    access_log: [],
    ...changes,
  };
}

const stateIn = (shown: VerificationShown, need: Need) => stepsOf(shown).find((step) => step.need === need)?.state;

describe('the next step of verification', () => {
  it.each([
    [0, 'email'],
    [1, 'person'],
    [2, 'profile'],
    [3, 'phone'],
    [4, 'identity'],
    [6, 'source_of_funds'],
  ] as const)('after %i steps is %s', (done, need) => {
    expect(nextStep(shownWith(done))?.need).toBe(need);
  });

  it('is none once everything is proven, or while staff have set the level', () => {
    expect(nextStep(shownWith(7))).toBeUndefined();
    expect(nextStep(shownWith(1, { set_by_hand: true }))).toBeUndefined();
  });

  it('is first what was refused, has expired or was requested, also where staff have set the level', () => {
    for (const residence of [{ status: 'rejected' }, { status: 'expired' }, { requested: 'A newer bill' }] as const)
      expect(nextStep(shownWith(4, { set_by_hand: true, kinds: { residence } }))).toMatchObject({
        need: 'residence',
        state: 'again',
      });
  });

  it('passes over what waits for staff', () => {
    const shown = shownWith(4, { kinds: { identity: { status: 'in_review', open: false } } });
    expect(stateIn(shown, 'identity')).toBe('waiting');
    expect(nextStep(shown)?.need).toBe('residence');
  });
});

describe('a step', () => {
  it('is closed where a document was refused for good', () => {
    expect(stateIn(shownWith(4, { kinds: { identity: { status: 'rejected', open: false } } }), 'identity')).toBe(
      'refused',
    );
  });

  it('of the phone number is the client’s own where a code can be sent', () => {
    const waiting = shownWith(3);
    for (const { needs } of waiting.levels) for (const need of needs) if (need.need === 'phone') need.state = 'waiting';
    expect(stateIn(waiting, 'phone')).toBe('waiting');
    expect(stateIn({ ...waiting, phone_code: { available: true, sent: null } }, 'phone')).toBe('open');
  });

  it('that no level needs comes last', () => {
    const shown = shownWith(1);
    const levels = shown.levels.map((level) => ({
      ...level,
      needs: level.needs.filter(({ need }) => need !== 'person'),
    }));
    expect(stepsOf({ ...shown, levels }).at(-1)).toEqual({ need: 'person', level: undefined, state: 'open' });
  });

  it('is done again when the questions have changed', () => {
    const shown = shownWith(7);
    expect(stateIn({ ...shown, profile: { ...shown.profile!, version: 0 } }, 'profile')).toBe('again');
  });
});
