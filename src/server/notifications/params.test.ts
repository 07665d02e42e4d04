import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { expect, it } from 'vitest';
import { spoken } from './params.ts';

const app = { text: () => '', settings: {} } as unknown as Parameters<typeof spoken>[0];

const about = (language: Language, value: string) =>
  Object.values(spoken(app, { language, numberStyle: defaultNumberStyle }, { about: value }))[0];

it.each<[Language, string, string]>([
  ['ar', 'T-10005 · هل تلزم ترجمة؟', '\u200fT-10005 · هل تلزم ترجمة؟'],
  ['ar', 'T-10005 · Bank transfer', 'T-10005 · Bank transfer'],
  ['ar', 'هل تلزم T-10005', 'هل تلزم T-10005'],
  ['en', 'T-10005 · هل تلزم ترجمة؟', 'T-10005 · هل تلزم ترجمة؟'],
])('lets words and not the code before them say the direction, in %s of %s', (language, value, written) => {
  expect(about(language, value)).toBe(written);
});
