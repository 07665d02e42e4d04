/** Between the service worker, the pages that it serves, and the server that hands it out. */

/** At the root, so that every page is in its scope. */
export const workerPath = '/service-worker.js';

/** The one Trusted Types policy of the product: it knows this address, and that of the worker that draws PDFs. */
export const workerPolicy = 'atrium-worker';

/** What a worker was built for, written above its code by the server that hands it out. */
export interface Release {
  /** Changes with the build, with the page's settings and with any text. */
  version: string;
  /** What the page needs before anything is on the screen. */
  files: readonly string[];
}

/** A message of a worker to a page: the person has pressed a notification. */
export interface ToPage {
  kind: 'open';
  path: string;
}

/** Messages of a page to its worker. */
export type ToWorker =
  /** What the page has loaded so far, before there was a worker to see it. */
  | { kind: 'keep'; addresses: string[] }
  /** The person wants the new version. */
  | { kind: 'take_over' };
