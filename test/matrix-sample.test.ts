import { afterEach, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { sampleOf } from '../e2e/support/sample.ts';
import { screens } from '../e2e/support/screens.ts';

afterEach(() => {
  delete process.env['E2E_SEED'];
  delete process.env['E2E_FULL'];
});

const samples = () => screens.map((screen, index) => sampleOf(screen, index));

it.each([0, 1, 499, 999])(
  'a run with the seed %i judges each language, each appearance, and no screen by English alone',
  (seed) => {
    process.env['E2E_SEED'] = String(seed);
    expect(new Set(['en', ...samples().flatMap((sample) => sample.languages)])).toEqual(new Set(languages));
    expect(new Set(samples().flatMap(({ appearances }) => appearances)).size).toBe(4);
    for (const sample of samples()) expect([sample.appearances.length, sample.languages.length > 0]).toEqual([1, true]);
  },
);

it('later runs judge a screen in other languages, and a full run in all', () => {
  const screen = screens.find(({ few }) => !few)!;
  const seen = new Set<string>();
  for (let seed = 0; seed < 30; seed += 1) {
    process.env['E2E_SEED'] = String(seed);
    for (const language of sampleOf(screen, 0).languages) seen.add(language);
  }
  expect(seen.size).toBe(languages.length - 1);
  process.env['E2E_FULL'] = '1';
  expect(sampleOf(screen, 0)).toMatchObject({
    appearances: { length: 4 },
    languages: { length: languages.length - 1 },
  });
});
