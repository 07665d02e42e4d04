import { fromDecimal } from '#contract/kernel/money.ts';
import type { FieldProblem } from '../calculator/input.ts';
import { holdOf, sharesFor, type HoldTerms } from './hold-preview.ts';
import { readDecimal } from '../read-decimal.ts';

/** What was typed: a number of shares, or an amount that is turned into whole lots. */
export interface RequestedQuantity {
  by: string;
  quantity: string;
  amount: string;
}

const wholeNumber = /^\d{1,9}$/;

/** How many shares that gives, or why it gives none. An empty input is no problem yet. */
export function requestedQuantity(
  requested: RequestedQuantity,
  terms: HoldTerms,
): { quantity: number } | { problem?: FieldProblem } {
  return requested.by === 'amount' ? ofAmount(requested.amount, terms) : ofShares(requested.quantity);
}

function ofShares(typed: string): { quantity: number } | { problem?: FieldProblem } {
  const text = typed.trim();
  if (text === '') return {};
  return wholeNumber.test(text) ? { quantity: Number(text) } : { problem: { reason: 'not_whole' } };
}

function ofAmount(typed: string, terms: HoldTerms): { quantity: number } | { problem?: FieldProblem } {
  if (typed.trim() === '') return {};
  const read = readDecimal(typed);
  if ('whole' in read) return { problem: { reason: 'ambiguous', ...read } };
  if (!isAmount(read.decimal, terms.currency)) return { problem: { reason: 'not_a_number' } };
  const quantity = sharesFor(read.decimal, terms);
  if (quantity > 0) return { quantity };
  return { problem: { reason: 'below_one_lot', limit: holdOf(terms.lot_size, terms).total } };
}

function isAmount(decimal: string, currency: string): boolean {
  try {
    return fromDecimal(decimal, currency) >= 0n && decimal.length <= 13;
  } catch {
    return false;
  }
}
