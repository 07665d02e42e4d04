import type { App } from '#server/platform/app.ts';
import type { NotBefore } from '#server/platform/jobs.ts';
import { sql } from '#server/platform/db/sql.ts';
import { errorLine } from '#server/platform/monitoring/error-line.ts';

/** A server that stops waits for this, and for the calls under way. */
const longestMs = 20_000;
const atOnce = 10;
const longestBackoffS = 600;

/** An imported account that the platform is to open. */
export interface Opening {
  id: string;
  number: bigint;
  currency: string;
  leverage: number;
  amountMinor: bigint;
  at: Date;
  attempts: number;
}

/**
 * Has the platform open imported accounts and credit them, however often that takes. The platform takes each once, so a
 * repetition is harmless.
 * @returns when an attempt is due again
 * @throws the error of one account, where the platform takes none
 */
export async function openImported(app: App, open: (opening: Opening) => Promise<void>): Promise<NotBefore | void> {
  const untilMs = performance.now() + longestMs;
  while (performance.now() < untilMs) {
    const due = await app.db.rows<Opening>(sql`
      select t.id, t.number, t.currency, t.leverage, o.amount as "amountMinor", o.created_at as at, o.attempts
      from platform_opening o join trading_account t on t.id = o.account_id
      where o.done_at is null and o.next_attempt_at <= ${app.clock.now()} order by o.next_attempt_at limit ${atOnce}`);
    if (due.length === 0) return nextAttempt(app);
    const results = await Promise.all(due.map((opening) => attempt(app, opening, open)));
    const [first] = results;
    if (first && results.every(Boolean)) throw first;
  }
}

/** @returns why it failed */
async function attempt(
  { db, clock }: App,
  opening: Opening,
  open: (opening: Opening) => Promise<void>,
): Promise<Error | undefined> {
  const { id, attempts } = opening;
  try {
    await open(opening);
    await db.run(sql`update platform_opening set done_at = ${clock.now()} where account_id = ${id}`);
    return undefined;
  } catch (error) {
    const at = clock.now();
    const next = new Date(at.getTime() + Math.min(longestBackoffS, 2 ** (attempts + 1)) * 1000);
    await db.run(sql`
      update platform_opening set attempts = attempts + 1, next_attempt_at = ${next}, error = ${errorLine(error)}, failed_at = ${at}
      where account_id = ${id} and done_at is null`);
    return error as Error;
  }
}

async function nextAttempt({ db }: App): Promise<NotBefore> {
  const { next } = await db.one<{ next: Date | null }>(sql`
    select min(next_attempt_at) as next from platform_opening where done_at is null`);
  return next;
}
