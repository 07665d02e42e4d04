import { expect } from '@playwright/test';
import { test } from './support/test.ts';

/** A page with a word on it, in a document that would run, send and open things, were it let; readers mend what is left out. */
const hostile = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(this.submitForm\\("/stolen"\\))>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>
  /AA<</O<</S/URI/URI(/stolen)>>>>>> endobj
4 0 obj <</Length 37>> stream
BT /F1 24 Tf 20 100 Td (Hostile) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontMatrix[1 2 3 4 5 (0\\); fetch\\("/stolen"\\))]>> endobj
trailer <</Size 6/Root 1 0 R>>
%%EOF`;

test('a PDF is drawn by a worker that reaches nothing, and another file fails', async ({ page }) => {
  // A bare page of ours: those that are served take workers by their own code alone.
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('/bare');
  const input: string[] = [];
  page.on('request', (request) => input.push(new URL(request.url()).pathname));
  const message = (text: string) =>
    page.evaluate(async (document) => {
      const worker = new Worker('/workers/pdf.js');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of its own origin only
      worker.postMessage(new TextEncoder().encode(document));
      return new Promise<unknown[]>((resolve) => {
        const received: unknown[] = [];
        worker.addEventListener('error', () => resolve(['not loaded']));
        worker.addEventListener('message', ({ data }: MessageEvent) => {
          if (data.kind) received.push(data.kind === 'page' ? [data.picture.width, data.picture.height] : data);
          if (data.kind === 'end' || data.kind === 'failed') resolve(received);
        });
      });
    }, text);
  expect(await message(hostile)).toEqual([{ kind: 'count', count: 1 }, [1400, 934], { kind: 'end' }]);
  expect(await message('<script>alert(1)</script>')).toEqual([{ kind: 'failed' }]);
  expect(new Set(input)).toEqual(new Set(['/workers/pdf.js']));
  const { headers } = await page.evaluate(async () => {
    const response = await fetch('/workers/pdf.js');
    return { headers: Object.fromEntries(response.headers) };
  });
  expect(headers['content-security-policy']).toBe("default-src 'none'");
});
