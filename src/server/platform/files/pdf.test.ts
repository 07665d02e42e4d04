import { extractText, getMeta } from 'unpdf';
import { expect, it } from 'vitest';
import { renderPdf } from '../pdf/render-pdf.ts';
import { rewritePdf } from './pdf.ts';

it('has the same content as before, without its author', async () => {
  const drawn = await renderPdf({
    language: 'de',
    issuer: { name: 'Atrium', logo: null, company: [] },
    title: 'Kontoauszug',
    facts: [{ term: 'Kunde', details: 'Łucja Őry' }],
    tables: [
      {
        columns: [{ header: 'Betrag', width: 100, numeric: true }],
        rows: Array.from({ length: 60 }, (_, index) => ({ cells: [{ text: `${index}.00` }] })),
      },
    ],
    notes: [],
  });
  const written = await rewritePdf(drawn);
  const [before, after] = await Promise.all([drawn, written].map((content) => extractText(new Uint8Array(content))));
  expect(after).toEqual(before);
  expect(after?.text.join(' ')).toContain('Łucja Őry');
  expect((await getMeta(new Uint8Array(drawn))).info).toHaveProperty('Author');
  expect((await getMeta(new Uint8Array(written))).info).not.toHaveProperty('Author');
});
