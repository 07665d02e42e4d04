import type { Explanation } from '../findings.ts';

/** One movement as a bank or a provider reports it. Incoming money is positive. */
export interface StatementLine {
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** As `2026-03-02`. */
  on: string;
  /** The payment that it stands for, where that is known. */
  paymentId?: string | null;
  /** Why it is no payment of a client, where a person has said so. */
  explained?: Explanation | null;
}

/** A movement of the ledger on the account of a payment method. Incoming money is positive. */
export interface Movement {
  paymentId: string | null;
  /** What its payment is called, here and in the transfer. */
  names: readonly string[];
  /** What the bank called it, in the words of staff. */
  bankReference: string | null;
  amountMinor: bigint;
  currency: string;
  on: string;
}

export interface Match {
  result: 'matched' | 'amount_differs' | 'missing_here' | 'missing_there';
  line: StatementLine | null;
  movement: Movement | null;
}

const bare = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Matches lines with movements: by their payment where that is known, else by their reference. One movement goes with one line: first those of the same amount,
 * then those of the same direction, whose amount differs. A line without a movement is missing here; a movement without
 * a line is missing there, if it lies in the statement's days.
 */
export function matchStatement(
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  { from, to }: { from: string; to: string },
): Match[] {
  const book = openBook(movements);
  const used = new Set<Movement>();
  const take = (candidates: readonly Movement[], fits: (movement: Movement) => boolean): Movement | undefined => {
    const movement = candidates.find((each) => !used.has(each) && fits(each));
    if (movement) used.add(movement);
    return movement;
  };
  const known = lines.map((line) => take(book.ofPayment(line), (m) => m.amountMinor === line.amountMinor));
  const candidates = lines.map((line, at) => (known[at] ? [] : book.candidatesOf(line)));
  const equal = lines.map(
    (line, at) => known[at] ?? take(candidates[at] ?? [], (m) => m.amountMinor === line.amountMinor),
  );
  const ofLines = lines.map((line, at): Match => {
    const same = equal[at];
    if (same) return { result: 'matched', line, movement: same };
    const other = take(candidates[at] ?? [], (m) => m.amountMinor > 0n === line.amountMinor > 0n);
    return other
      ? { result: 'amount_differs', line, movement: other }
      : { result: 'missing_here', line, movement: null };
  });
  const currencies = new Set(lines.map(({ currency }) => currency));
  const untold = movements.filter((m) => !used.has(m) && m.on >= from && m.on <= to && currencies.has(m.currency));
  return [...ofLines, ...untold.map((movement): Match => ({ result: 'missing_there', line: null, movement }))];
}

/** What so many movements are called says nothing of one of them: a bank has one reference for a whole batch. */
const mostOfName = 50;

/** Finds movements by the payment or the reference of a line, nearest in time first. */
function openBook(movements: readonly Movement[]) {
  const byPayment = new Map<string, Movement[]>();
  const byName = new Map<string, Movement[]>();
  const add = (to: Map<string, Movement[]>, name: string, movement: Movement) => {
    const known = to.get(name);
    if (known) known.push(movement);
    else to.set(name, [movement]);
  };
  for (const movement of movements) {
    if (movement.paymentId !== null) add(byPayment, movement.paymentId, movement);
    for (const name of [...movement.names, movement.bankReference ?? ''].map(bare).filter(Boolean))
      add(byName, name, movement);
  }
  const called = (name: string): readonly Movement[] => {
    const all = byName.get(name) ?? [];
    return all.length > mostOfName ? [] : all;
  };
  return {
    ofPayment: ({ paymentId }: StatementLine): readonly Movement[] =>
      paymentId ? (byPayment.get(paymentId) ?? []) : [],
    candidatesOf({ reference, currency, on }: StatementLine): Movement[] {
      const found = new Set(namesIn(reference).flatMap(called));
      const away = (movement: Movement) => Math.abs(Date.parse(movement.on) - Date.parse(on));
      return [...found].filter((movement) => movement.currency === currency).toSorted((a, b) => away(a) - away(b));
    },
  };
}

/** A reference that clients are given, without its hyphens; banks drop them and run words together. */
const clientsReference = /AT[2-9B-Z]{8}/g;
const maxWords = 5;

/** All that a line may be naming: the whole of it, some words of it that follow each other, and references inside of it. */
function namesIn(reference: string): string[] {
  const words = reference.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const runs = words.flatMap((_, start) =>
    Array.from({ length: Math.min(maxWords, words.length - start) }, (__, more) =>
      bare(words.slice(start, start + more + 1).join('')),
    ),
  );
  const whole = bare(reference);
  return [...new Set([whole, ...runs, ...(whole.match(clientsReference) ?? [])])];
}
