import type { AllotmentMethod } from '#contract/ipo-names.ts';
import { openThread } from '#server/platform/thread.ts';
import type { Book } from './book.ts';
import type { Comparison } from './compare.ts';
import type { Decision, Terms } from './decide.ts';

/** Without a method: all of them, to compare. */
export interface Question {
  method: AllotmentMethod | null;
  terms: Terms;
  book: Book;
  manualCsv?: string;
}

const reckon = openThread<unknown>('ipo/allotment/reckon-worker', 'ts');

/** `decide`, in a thread of its own. The book goes there and is of no use here any more. */
export async function decideApart(question: Question & { method: AllotmentMethod }): Promise<Decision | null> {
  return (await reckon(question, buffersOf(question.book))) as Decision | null;
}

/** `compare`, in a thread of its own. The book goes there and is of no use here any more. */
export async function compareApart(terms: Terms, book: Book): Promise<Comparison> {
  const question: Question = { method: null, terms, book };
  return (await reckon(question, buffersOf(book))) as Comparison;
}

const buffersOf = (book: Book): ArrayBuffer[] =>
  Object.values(book).map(({ buffer }: { buffer: ArrayBuffer }) => buffer);
