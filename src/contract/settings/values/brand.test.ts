import { describe, expect, it } from 'vitest';
import { textFor } from '#contract/kernel/text/text-for.ts';
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

describe('brand.links', () => {
  const { shape } = brandValues['brand.links'];
  const id = '0d4c7f6e-8f0c-4a53-9a43-0b6f0f1f6a11';
  const other = '1d4c7f6e-8f0c-4a53-9a43-0b6f0f1f6a11';
  const link = { id, label: { en: 'Blog' }, address: 'https://www.example.com/blog?from=area#top' };

  it('keeps an address as it is written', () => expect(shape.parse([link])).toEqual([link]));

  it.each([
    'http://www.example.com',
    'javascript:alert(1)',
    'https://ida@www.example.com',
    'https://ida:secret@www.example.com/',
    'https://www.example.com:secret@evil.example/',
    'https://www.example.com\\@evil.example',
    'https:www.example.com',
    'https://localhost/',
    'https://www.example.com/a b',
    '',
  ])('takes no link to %s', (address) => expect(shape.safeParse([{ ...link, address }]).success).toBe(false));

  it('takes a few, each once and with a text', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ ...link, id: id.replace('0', `${nth}`) }));
    expect(shape.safeParse(links(6)).success).toBe(true);
    expect(shape.safeParse(links(7)).success).toBe(false);
    expect(shape.safeParse([link, link]).success).toBe(false);
    expect(shape.safeParse([link, { ...link, id: other, label: { en: ' ' } }]).success).toBe(false);
  });
});

describe('textFor', () => {
  const texts = { de: 'Risiko', en: 'Risk' };

  it('finds the text of the reader, else of the other language, else none', () => {
    expect(textFor(texts, 'de', 'en')).toEqual({ text: 'Risiko', language: 'de' });
    expect(textFor(texts, 'fr', 'en')).toEqual({ text: 'Risk', language: 'en' });
    expect(textFor(texts, 'fr', 'it')).toBeNull();
  });
});
