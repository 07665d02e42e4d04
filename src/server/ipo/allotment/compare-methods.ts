import { randomBytes } from 'node:crypto';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Comparison } from './compare.ts';
import { presentEntries, readBook } from './read-book.ts';
import { compareApart } from './compute-thread.ts';

/** A stored comparison. Quantities in shares. */
export interface DryRun extends Comparison {
  id: string;
  at: Date;
  quota: number;
  applicants: number;
  requested: number;
  /** Applications that take part: within their limit, eligible, and paid for. */
  counted: number;
}

interface Priced {
  quota: bigint;
  lotSize: number;
  currency: string;
  finalPriceMinor: bigint;
}

/**
 * The result of each method on the present book at the final price. It changes nothing, but records that it was run.
 * The draw uses a seed of its own: the offering's seed stays secret until the decision.
 * @throws Refusal `http.not_found` when there is no such offering with a book and a final price
 */
export async function compareMethods(app: App, me: Pick<Person, 'id'>, offeringId: string): Promise<DryRun> {
  const priced = await app.db.maybeOne<Priced>(sql`
    select quota, lot_size as "lotSize", currency, final_price_minor as "finalPriceMinor" from ipo_offering
    where id = ${offeringId} and mode = 'subscription' and final_price_minor is not null`);
  if (!priced) throw notFound();
  const { quota, lotSize, currency, finalPriceMinor } = priced;
  const seed = randomBytes(32);
  const book = await app.db.snapshot((tx) => readBook(tx, presentEntries(offeringId)));
  const facts = { applicants: book.numbers.length, requested: sum(book.requested), counted: sum(book.counted) };
  const terms = {
    quota: Number(quota),
    lotSize,
    finalPrice: toDecimal(finalPriceMinor, currency),
    seed: seed.toString('hex'),
  };
  const comparison = await compareApart(terms, book);
  const [id, at] = [newId(), app.clock.now()];
  await app.db.run(sql`
    insert into ipo_dry_run (id, offering_id, by_id, seed, inputs_sha256, comparison, at)
    values (${id}, ${offeringId}, ${me.id}, ${seed}, decode(${comparison.inputsSha256}, 'hex'), ${JSON.stringify(comparison.methods)}, ${at})`);
  return { id, at, quota: terms.quota, ...facts, ...comparison };
}

const sum = (shares: Int32Array) => shares.reduce((total, each) => total + each, 0);
