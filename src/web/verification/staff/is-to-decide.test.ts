import { describe, expect, it } from 'vitest';
import { isToDecide } from './is-to-decide.ts';

type Case = Parameters<typeof isToDecide>[0];

const document = (state: string) => ({ state }) as Case['documents'][number];
const check = (problem: string | null, isNoted = false) =>
  ({ problem, noted: isNoted ? { by: 'Ida Berg', at: '', note: '' } : null }) as Case['identity_checks'][number];

describe('a case has something to decide on', () => {
  it.each([
    ['with nothing in it', [], [], false],
    ['with a pending document', [document('approved'), document('pending')], [], true],
    ['with decided documents', [document('approved'), document('rejected')], [], false],
    ['with a check that passed', [], [check(null)], false],
    ['with a problem of a check', [], [check(null), check('labels')], true],
    ['with a problem that staff have noted', [], [check('labels', true)], false],
  ])('%s', (_, documents, checks, expected) => {
    expect(isToDecide({ documents, identity_checks: checks })).toBe(expected);
  });
});
