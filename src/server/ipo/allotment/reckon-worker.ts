import { answerAsked } from '#server/platform/thread-messages.ts';
import { compare } from './compare.ts';
import { decide } from './decide.ts';
import type { Question } from './compute-thread.ts';

// Started by reckon.ts in a thread of its own.
answerAsked(({ method, terms, book, manualCsv }: Question) =>
  method === null ? compare(terms, book) : decide(method, terms, book, manualCsv),
);
