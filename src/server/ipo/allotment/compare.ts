import { computedMethods, type ComputedMethod } from '#contract/ipo/allotment.ts';
import { summarise, type AllotmentSummary } from '#contract/ipo/allotment-summary.ts';
import { tierAt, type Book } from './book.ts';
import { decide, hashOfInputs, type Terms } from './decide.ts';

/** The result of each method; null for a method that cannot serve all applications that it has to. */
export interface Comparison {
  inputsSha256: string;
  methods: { method: ComputedMethod; summary: AllotmentSummary | null }[];
}

export function compare(terms: Terms, book: Book): Comparison {
  const methods = computedMethods.map((method) => {
    const decision = decide(method, terms, book);
    return { method, summary: decision && summaryOf(book, decision.allotted) };
  });
  return { inputsSha256: hashOfInputs(terms, book), methods };
}

const summaryOf = (book: Book, allotted: Int32Array) =>
  summarise(
    Array.from(allotted, (shares, at) => ({
      tier: tierAt(book, at),
      requested: book.requested[at] ?? 0,
      allotted: shares,
    })),
  );
