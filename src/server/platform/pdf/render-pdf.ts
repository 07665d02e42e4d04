import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfDocument } from './document.ts';

type Drawn = { content: Uint8Array; failure?: never } | { content?: never; failure: string };

/** Beside this file in the sources; in the bundle, this file is part of the server's. */
const fromSources = import.meta.url.endsWith('.ts');
const address = new URL(fromSources ? './draw-worker.tsx' : './platform/pdf/draw-worker.js', import.meta.url);

/** A thread knows no TypeScript by itself, even where the process does. */
const loadSources = (tsconfig: string) => `
  import('tsx/esm/api').then(({ register }) => {
    register({ tsconfig: ${JSON.stringify(tsconfig)} });
    return import(${JSON.stringify(address.href)});
  })`;

let worker: Worker | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Draws a document as a PDF, one after the other in a thread of its own: a long one takes seconds of pure reckoning,
 * in which the server would answer nobody.
 */
export function renderPdf(document: PdfDocument): Promise<Buffer> {
  const drawn = queue.then(() => draw(document));
  queue = drawn.catch(() => undefined);
  return drawn;
}

async function draw(document: PdfDocument): Promise<Buffer> {
  worker ??= openWorker();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  worker.postMessage(document);
  const [{ content, failure }] = (await once(worker, 'message')) as [Drawn];
  if (failure !== undefined) throw new Error(`a document could not be drawn: ${failure}`);
  return Buffer.from(content);
}

/** It keeps no process alive; should it die, the next document starts another. */
function openWorker(): Worker {
  const opened = fromSources
    ? new Worker(loadSources(fileURLToPath(new URL('../../tsconfig.json', address))), { eval: true })
    : new Worker(address);
  opened.unref();
  opened.once('exit', () => {
    if (worker === opened) worker = undefined;
  });
  return opened;
}
