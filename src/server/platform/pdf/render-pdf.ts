import { openThread } from '../thread.ts';
import type { PdfDocument } from './document.ts';

const draw = openThread<Uint8Array>('platform/pdf/draw-worker', 'tsx');

/**
 * Draws a document as a PDF, one after the other in a thread of its own: a long one takes seconds of pure computing,
 * which would block the server.
 */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const content = await draw(document).catch((error: unknown) => {
    throw new Error('a document could not be drawn', { cause: error });
  });
  return Buffer.from(content);
}
