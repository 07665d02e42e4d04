import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { languages } from '#contract/kernel/languages.ts';
import { goldenPath, goldenText } from '#test/locales/golden.ts';

/** Writes `test/golden/`: every message with values, as it is read in each language. */
for (const language of languages) {
  mkdirSync(dirname(goldenPath(language)), { recursive: true });
  writeFileSync(goldenPath(language), goldenText(language));
}
