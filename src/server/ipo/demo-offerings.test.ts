import { expect, it } from 'vitest';
import { languages } from '#contract/languages.ts';
import offerings from './demo/offerings.json' with { type: 'json' };

it('speaks of every offering of the demo in each language', () => {
  for (const { terms, texts } of offerings) {
    expect([terms.ticker, Object.keys(texts).toSorted()]).toEqual([terms.ticker, [...languages].toSorted()]);
    const said = Object.values(texts).flatMap(({ about, risks }) => [about, risks]);
    expect(new Set(said).size).toBe(said.length);
  }
});
