import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { openThread } from '#server/platform/thread.ts';
import type { Book } from './book.ts';
import type { Comparison } from './compare.ts';
import type { Decision, Terms } from './decide.ts';

/** Without a method: all of them, for a comparison. */
export interface Question {
  method: AllotmentMethod | null;
  terms: Terms;
  book: Book;
  manualCsv?: string;
}

const compute = openThread<unknown>('ipo/allotment/compute-worker', 'ts');

/** `decide`, in its own thread. The book is transferred to it and unusable here afterwards. */
export async function decideApart(question: Question & { method: AllotmentMethod }): Promise<Decision | null> {
  return (await compute(question, buffersOf(question.book))) as Decision | null;
}

/** `compare`, in its own thread. The book is transferred to it and unusable here afterwards. */
export async function compareApart(terms: Terms, book: Book): Promise<Comparison> {
  const question: Question = { method: null, terms, book };
  return (await compute(question, buffersOf(book))) as Comparison;
}

const buffersOf = (book: Book): ArrayBuffer[] =>
  Object.values(book).map(({ buffer }: { buffer: ArrayBuffer }) => buffer);
