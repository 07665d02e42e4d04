import { useEffect, useState } from 'react';
import { pdfWorkerPath, type PdfMessage } from '#contract/kernel/pdf-worker.ts';
import { trustedAddress } from '../realtime/service-worker.ts';

interface PdfPages {
  /** Of the document; undefined until it was opened. */
  count: number | undefined;
  /** Those that are drawn so far. */
  sheets: readonly { number: number; picture: ImageBitmap }[];
  state: 'drawing' | 'drawn' | 'failed';
}

const started: PdfPages = { count: undefined, sheets: [], state: 'drawing' };

/** A page that takes longer is meant to. */
const patienceMs = 20_000;

/**
 * The pages of a PDF as pictures, drawn by a worker that reaches nothing and is ended once it has drawn them or says nothing
 * more.
 */
export function usePdfPages(content: Blob): PdfPages {
  const [pages, setPages] = useState(started);
  useEffect(() => {
    const pictures: ImageBitmap[] = [];
    const stop = drawPdf(content, (update) => {
      if (update.kind === 'page') pictures.push(update.picture);
      setPages((known) => taking(known, update));
    });
    return () => {
      stop();
      for (const picture of pictures) picture.close();
    };
  }, [content]);
  return pages;
}

function taking(known: PdfPages, update: PdfMessage<ImageBitmap>): PdfPages {
  if (update.kind === 'count') return { ...known, count: update.count };
  if (update.kind === 'page') {
    const sheet = { number: known.sheets.length + 1, picture: update.picture };
    return { ...known, sheets: [...known.sheets, sheet] };
  }
  return { ...known, state: update.kind === 'end' ? 'drawn' : 'failed' };
}

/** Answers how to end it. */
function drawPdf(content: Blob, post: (update: PdfMessage<ImageBitmap>) => void): () => void {
  const worker = new Worker(trustedAddress(pdfWorkerPath));
  let timer: number | undefined;
  const stop = () => {
    window.clearTimeout(timer);
    worker.terminate();
  };
  const fail = () => {
    stop();
    post({ kind: 'failed' });
  };
  const wait = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(fail, patienceMs);
  };
  wait();
  worker.addEventListener('error', fail);
  worker.addEventListener('message', ({ data }: MessageEvent<Partial<PdfMessage<ImageBitmap>>>) => {
    // The library greets by itself.
    if (!isSent(data)) return;
    wait();
    if (data.kind === 'end' || data.kind === 'failed') stop();
    post(data);
  });
  content.arrayBuffer().then((bytes) => {
    const data = new Uint8Array(bytes);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of its own origin only
    worker.postMessage(data, [data.buffer]);
  }, fail);
  return stop;
}

const isSent = (data: Partial<PdfMessage<ImageBitmap>>): data is PdfMessage<ImageBitmap> => data.kind !== undefined;
