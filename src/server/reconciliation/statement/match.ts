import type { Explanation } from '../findings.ts';

/** One movement as a bank or a provider reports it. Incoming money is positive. */
export interface StatementLine {
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** As `2026-03-02`. */
  on: string;
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
 * Matches lines with movements by their reference. One movement goes with one line: first those of the same amount,
 * then those of the same direction, whose amount differs. A line without a movement is missing here; a movement without
 * a line is missing there, if it lies in the statement's days.
 */
export function matchStatement(
  lines: readonly StatementLine[],
  movements: readonly Movement[],
  { from, to }: { from: string; to: string },
): Match[] {
  const book = openBook(movements);
  const found = lines.map((line) => ({ line, candidates: book.candidatesOf(line) }));
  const used = new Set<Movement>();
  const take = (candidates: readonly Movement[], fits: (movement: Movement) => boolean): Movement | undefined => {
    const movement = candidates.find((each) => !used.has(each) && fits(each));
    if (movement) used.add(movement);
    return movement;
  };
  const equal = found.map(({ line, candidates }) => take(candidates, (m) => m.amountMinor === line.amountMinor));
  const ofLines = found.map(({ line, candidates }, location): Match => {
    const same = equal[location];
    if (same) return { result: 'matched', line, movement: same };
    const other = take(candidates, (m) => m.amountMinor > 0n === line.amountMinor > 0n);
    return other
      ? { result: 'amount_differs', line, movement: other }
      : { result: 'missing_here', line, movement: null };
  });
  const currencies = new Set(lines.map(({ currency }) => currency));
  const untold = movements.filter((m) => !used.has(m) && m.on >= from && m.on <= to && currencies.has(m.currency));
  return [...ofLines, ...untold.map((movement): Match => ({ result: 'missing_there', line: null, movement }))];
}

/** Finds movements by the reference of a line, nearest in time first. */
function openBook(movements: readonly Movement[]) {
  const byName = new Map<string, Movement[]>();
  for (const movement of movements) {
    for (const name of [...movement.names, movement.bankReference ?? ''].map(bare).filter(Boolean)) {
      const known = byName.get(name);
      if (known) known.push(movement);
      else byName.set(name, [movement]);
    }
  }
  return {
    candidatesOf({ reference, currency, on }: StatementLine): Movement[] {
      const found = new Set(namesIn(reference).flatMap((name) => byName.get(name) ?? []));
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
