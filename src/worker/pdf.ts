import { getDocument } from 'unpdf/pdfjs';
import { pdfLimits, type PdfMessage } from '#contract/kernel/pdf-worker.ts';

declare const self: DedicatedWorkerGlobalScope;

// Draws one PDF and is ended. Whatever a document holds, it has a thread without network, page, storage or eval: the server
// hands this file out under `default-src 'none'`.

/** Surfaces without a page behind them. */
class Surfaces {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    canvas.width = width;
    canvas.height = height;
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** Filters are elements of a page, and there is none. */
class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  destroy() {}
}

const send = (what: PdfMessage<ImageBitmap>, ...moved: Transferable[]) => self.postMessage(what, moved);

async function draw(data: Uint8Array): Promise<void> {
  const document = await getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: true,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
    CanvasFactory: Surfaces,
    FilterFactory: NoFilters,
  }).promise;
  send({ kind: 'count', count: document.numPages });
  for (let number = 1; number <= Math.min(document.numPages, pdfLimits.pages); number += 1) {
    const page = await document.getPage(number);
    const natural = page.getViewport({ scale: 1 });
    const scale = Math.min(pdfLimits.width / natural.width, pdfLimits.height / natural.height);
    const viewport = page.getViewport({ scale });
    const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    // Nothing but the page itself: neither forms nor notes, which could be pressed.
    await page.render({ canvas, viewport, annotationMode: 0, background: '#fff' }).promise;
    const picture = canvas.transferToImageBitmap();
    send({ kind: 'page', picture }, picture);
  }
  send({ kind: 'end' });
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Uint8Array) draw(data).catch(() => send({ kind: 'failed' }));
});
