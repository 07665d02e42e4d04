import { parentPort } from 'node:worker_threads';
import { renderToBuffer } from '@react-pdf/renderer';
import type { PdfDocument } from './document.ts';
import { registerFonts } from './fonts.ts';
import { Sheets } from './Sheets.tsx';

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread's port has no origin */

// Started by render-pdf.ts in a thread of its own.
registerFonts();
parentPort?.on('message', (document: PdfDocument) => {
  renderToBuffer(<Sheets document={document} />).then(
    (content) => parentPort?.postMessage({ content }),
    (error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.stack : String(error) }),
  );
});
