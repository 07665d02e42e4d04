import { serveThread } from '#server/platform/thread-messages.ts';
import { compare } from './compare.ts';
import { decide } from './decide.ts';
import type { Question } from './compute-thread.ts';

// compute-thread.ts starts this in its own thread.
serveThread(({ method, terms, book, manualCsv }: Question) =>
  method === null ? compare(terms, book) : decide(method, terms, book, manualCsv),
);
