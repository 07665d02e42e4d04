import { describe, expect, it } from 'vitest';
import { textFor } from '#contract/kernel/languages.ts';
import { brandValues } from './brand.ts';

describe('brand.footer', () => {
  const { shape } = brandValues['brand.footer'];

  it('keeps the lines of each language, and no empty text', () => {
    expect(shape.parse({ de: ' Risiko\r\n\r\nBaFin ', en: '\u200b ', ar: 'مخاطر' })).toEqual({
      de: 'Risiko\n\nBaFin',
      ar: 'مخاطر',
    });
  });

  it.each([{ xx: 'none' }, { en: 'x'.repeat(2001) }, { en: 1 }, 'text', null, ['text']])('is not %j', (value) =>
    expect(shape.safeParse(value).success).toBe(false),
  );
});

describe('textFor', () => {
  const texts = { de: 'Risiko', en: 'Risk' };

  it('finds the text of the reader, else of the other language, else none', () => {
    expect(textFor(texts, 'de', 'en')).toEqual({ text: 'Risiko', language: 'de' });
    expect(textFor(texts, 'fr', 'en')).toEqual({ text: 'Risk', language: 'en' });
    expect(textFor(texts, 'fr', 'it')).toBeNull();
  });
});
