import type { Change } from '../db/changes.ts';
import type { Db } from '../db/database.ts';

/** Sessions that were read a moment ago, so that the calls of a screen read theirs once. */
export interface KnownSessions<Row extends { id: string }> {
  /**
   * The session of a bearer token, from memory or by `read`. A change of the session or its person in any instance
   * removes it from memory; without notices of such changes nothing is kept.
   * @param token names it; the memory holds no token itself
   * @param isFresh whether a kept row will do
   */
  find(
    token: string,
    now: Date,
    read: () => Promise<Row | undefined>,
    isFresh: (row: Row) => boolean,
  ): Promise<Row | undefined>;
  stop(): void;
}

interface Kept<Row> {
  row: Row;
  readAt: number;
}

const maxKept = 10_000;
/** A transaction of this process that has announced no commit for so long was rolled back: none may last longer. */
const longestTransactionMs = 60_000;

/**
 * Follows the topic `people`. A row is not kept while a transaction of this process that changes its person is under
 * way, nor when news came during the read: it might show what was before.
 * @param maxAgeMs how long a row is kept at most, which bounds what a change that nothing announced can do; 0 keeps none
 */
export function openKnownSessions<Row extends { id: string }>(
  { changes }: Pick<Db, 'changes'>,
  maxAgeMs: number,
): KnownSessions<Row> {
  const kept = new Map<string, Kept<Row>>();
  const tokensOf = new Map<string, Set<string>>();
  const underWay = new Map<string, Map<string, number>>();
  let news = 0;

  function forget(token: string): void {
    const row = kept.get(token)?.row;
    if (!row) return;
    kept.delete(token);
    const tokens = tokensOf.get(row.id);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(row.id);
  }

  function note(change?: Change): void {
    news += 1;
    if (!change) {
      kept.clear();
      tokensOf.clear();
      return;
    }
    const { key, transaction, isCommitted } = change;
    for (const token of tokensOf.get(key) ?? []) forget(token);
    const own = underWay.get(key) ?? new Map<string, number>();
    if (isCommitted) own.delete(transaction);
    else own.set(transaction, Date.now());
    if (own.size > 0) underWay.set(key, own);
    else underWay.delete(key);
  }

  function isChanging(person: string): boolean {
    const own = underWay.get(person);
    if (!own) return false;
    for (const [transaction, since] of own) if (Date.now() - since > longestTransactionMs) own.delete(transaction);
    if (own.size === 0) underWay.delete(person);
    return own.size > 0;
  }

  function keep(token: string, row: Row, readAt: number): void {
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) forget(oldest);
    kept.set(token, { row, readAt });
    tokensOf.set(row.id, (tokensOf.get(row.id) ?? new Set()).add(token));
  }

  const end = maxAgeMs > 0 ? changes.on('people', note) : () => {};

  return {
    async find(token, now, read, isFresh) {
      const found = changes.isUp() ? kept.get(token) : undefined;
      const age = found ? now.getTime() - found.readAt : Number.NaN;
      if (found && age >= 0 && age < maxAgeMs && isFresh(found.row)) return found.row;
      const before = news;
      const row = await read();
      forget(token);
      if (row && maxAgeMs > 0 && news === before && changes.isUp() && !isChanging(row.id))
        keep(token, row, now.getTime());
      return row;
    },
    stop: end,
  };
}
