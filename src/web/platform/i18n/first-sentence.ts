import type { Language } from '#contract/kernel/languages.ts';

/** Of a text of several sentences the first. The end of an abbreviation is none where a small letter follows it. */
export function firstSentence(text: string, language: Language): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return first?.segment.trimEnd() ?? text;
}
