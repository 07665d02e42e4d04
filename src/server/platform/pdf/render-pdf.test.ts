import { extractText, getMeta } from 'unpdf';
import { expect, it } from 'vitest';
import type { PdfDocument } from './document.ts';
import { renderPdf } from './render-pdf.ts';

const document: PdfDocument = {
  language: 'de',
  issuer: { name: 'Atrium', logo: null, company: ['Atrium AG · Zürich'] },
  title: 'Kontoauszug',
  facts: [{ term: 'Kunde', details: 'Łucja Őry' }],
  tables: [
    {
      columns: [
        { header: 'Vorgang', width: 60 },
        { header: 'Betrag', width: 40, numeric: true },
      ],
      rows: Array.from({ length: 60 }, (_, index) => ({
        cells: [
          { text: `Überweisung ${index}`, detail: index === 0 ? 'für 東京 😀' : undefined },
          { text: '−1,236.00' },
        ],
      })),
    },
  ],
  notes: ['Ende'],
};

it('draws every row on as many sheets as needed, with its text', async () => {
  const content = new Uint8Array(await renderPdf(document));
  const { totalPages, text } = await extractText(content.slice());
  expect(totalPages).toBe(3);
  expect(text[0]).toContain('Kunde Łucja Őry');
  // Characters that no font has are not drawn as something else.
  expect(text[0]).toContain('für ?? ?');
  for (let index = 0; index < 60; index += 1) expect(text.join('\n')).toMatch(new RegExp(`Überweisung ${index}\\b`));
  expect(text.at(-1)).toContain('Ende');
  expect((await getMeta(content)).info).toMatchObject({ Title: 'Kontoauszug', Author: 'Atrium', Language: 'de' });
});

it('draws several at once, each its own', async () => {
  const titles = ['A', 'B', 'C', 'D'];
  const drawn = await Promise.all(titles.map((title) => renderPdf({ ...document, title, notes: [] })));
  const found = await Promise.all(drawn.map(async (content) => (await getMeta(new Uint8Array(content))).info['Title']));
  expect(found).toEqual(titles);
});

it('can be read by a machine, whatever was drawn before', async () => {
  const notified = async (title: string) => {
    const content = await renderPdf({ ...document, title, facts: [], tables: [], notes: [title] });
    return (await extractText(new Uint8Array(content), { mergePages: true })).text;
  };
  // Composed characters, and then their parts.
  for (const whole of ['!:;?…%ijäéöüÄÉÖÜőŐ', '.,"´¨oOaeu']) expect(await notified(whole)).toContain(whole);
});

it('reports when something cannot be drawn, and continues', async () => {
  await expect(renderPdf({ ...document, facts: null as never })).rejects.toThrow('could not be drawn');
  expect((await renderPdf(document)).subarray(0, 5).toString()).toBe('%PDF-');
});

it('keeps values in their order between Arabic words, and draws nothing for what isolates them', async () => {
  const notes = ['الهاتف \u2068+44 20 7946 0000\u2069 والتاريخ \u20682026-03-31\u2069 انتهى'];
  const content = await renderPdf({ ...document, language: 'ar', facts: [], tables: [], notes });
  const { text } = await extractText(new Uint8Array(content), { mergePages: true });
  expect(text).toContain('+44 20 7946 0000');
  expect(text).toContain('2026-03-31');
  expect(text).not.toMatch(/[hi][+\d]|\d[hi]/);
});

it('keeps the order of an amount and of a Latin name in an Arabic document', async () => {
  const facts = [{ term: 'الإجمالي', details: '23,473.12 USD' }];
  const cells = [{ text: 'Ferrowick Diagnostics Inc.' }];
  const tables = [{ columns: [{ header: 'الشركة', width: 100 }], rows: [{ cells }] }];
  const content = await renderPdf({ ...document, language: 'ar', facts, tables, notes: [] });
  const { text } = await extractText(new Uint8Array(content), { mergePages: true });
  expect(text).toContain('23,473.12 USD');
  expect(text).toContain('Ferrowick Diagnostics Inc.');
});
