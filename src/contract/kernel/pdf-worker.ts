/** Between the worker that draws PDFs and the pages that show them. */

/** Handed out with a policy of its own, under which it reaches nothing. */
export const pdfWorkerPath = '/workers/pdf.js';

/** No more pages are drawn, and none wider than so many pixels. */
export const pdfLimits = { pages: 10, width: 1400, height: 4000 } as const;

/** The worker's response to the bytes of a document. */
export type PdfMessage<Picture> =
  /** How many pages there are, of which the first ones follow. */
  { kind: 'count'; count: number } | { kind: 'page'; picture: Picture } | { kind: 'end' } | { kind: 'failed' };
