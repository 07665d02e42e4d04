import { expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import offerings from './demo/offerings.json' with { type: 'json' };

it('every demo offering has texts in each language', () => {
  for (const { terms, texts } of offerings) {
    expect([terms.ticker, Object.keys(texts).toSorted()]).toEqual([terms.ticker, [...languages].toSorted()]);
    const paragraphs = Object.values(texts).flatMap(({ about, risks }) => [about, risks]);
    expect(new Set(paragraphs).size).toBe(paragraphs.length);
  }
});
