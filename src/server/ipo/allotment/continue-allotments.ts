import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { secretBytes } from './book.ts';
import type { Decision, Terms } from './decide.ts';
import { openDrawSecrets, openSeed, type Seed } from './draw-secrets.ts';
import { frozenEntries, readBook } from './read-book.ts';
import { decideApart } from './compute-thread.ts';
import { settleOffering } from './settle.ts';

interface FrozenAllotment extends Seed {
  method: AllotmentMethod;
  manualCsv: string | null;
  quota: bigint;
  lotSize: number;
  finalPriceMinor: bigint;
  currency: string;
}

const batchSize = 5_000;

/**
 * Continues every ordered allotment: decides it, then settles its applications. The statement that does a step also
 * records it, so the work continues after an interruption, in several instances as well as in one.
 * @returns null when none was open
 */
export async function continueAllotments(app: App, workers?: number): Promise<null | undefined> {
  const open = await app.db.rows<{ offeringId: string; state: 'frozen' | 'decided' }>(sql`
    select offering_id as "offeringId", state from ipo_allotment where state <> 'settled' order by frozen_at, offering_id`);
  const failures: unknown[] = [];
  for (const { offeringId, state } of open) {
    try {
      if (state === 'frozen') await decideAllotment(app, offeringId);
      await settleOffering(app, offeringId, workers);
    } catch (error) {
      // An offering whose draw cannot be decrypted must not hold up the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return open.length === 0 ? null : undefined;
}

/** The same inputs give the same decision, so a repeated or second run writes the same rows. */
async function decideAllotment(app: App, offeringId: string): Promise<void> {
  const frozen = await app.db.one<FrozenAllotment>(sql`
    select a.method, a.manual_csv as "manualCsv", a.quota, a.lot_size as "lotSize", a.final_price_minor as "finalPriceMinor", o.currency, s.seed, s.encrypted
    from ipo_allotment a join ipo_offering o on o.id = a.offering_id join ipo_seed s on s.offering_id = a.offering_id
    where a.offering_id = ${offeringId}`);
  const seed = openSeed(app.config.appSecret, offeringId, frozen);
  const book = await readBook(app.db, frozenEntries(offeringId), frozen.encrypted !== null);
  if (frozen.encrypted) await openDrawSecrets(app.db, app.config.appSecret, offeringId, book);
  const numbers = Array.from(book.numbers);
  const secrets = Buffer.from(book.secrets);
  const secretsOf = (from: number, to: number) =>
    numbers
      .slice(from, to)
      .map((_, n) =>
        frozen.encrypted ? secrets.subarray((from + n) * secretBytes, (from + n + 1) * secretBytes) : null,
      );
  const question = { method: frozen.method, terms: termsOf(frozen, seed), book };
  const decision = await decideApart({
    ...question,
    ...(frozen.manualCsv === null ? {} : { manualCsv: frozen.manualCsv }),
  });
  if (!decision) throw new Error(`${frozen.method} cannot serve offering ${offeringId}`);
  for (let from = 0; from < numbers.length; from += batchSize) {
    const to = from + batchSize;
    await app.db.run(sql`
      update ipo_allotment_entry e set allotted = d.allotted, secret = d.secret
      from unnest(${numbers.slice(from, to)}::bigint[], ${Array.from(decision.allotted.subarray(from, to))}::int[], ${secretsOf(from, to)}::bytea[])
        d (number, allotted, secret)
      where e.offering_id = ${offeringId} and e.number = d.number and e.allotted is null`);
  }
  await publish(app, offeringId, decision, seed);
}

const termsOf = ({ quota, lotSize, finalPriceMinor, currency }: FrozenAllotment, seed: Buffer): Terms => ({
  quota: Number(quota),
  lotSize,
  finalPrice: toDecimal(finalPriceMinor, currency),
  seed: seed.toString('hex'),
});

async function publish(
  app: App,
  offeringId: string,
  { inputsSha256, resultSha256 }: Decision,
  seed: Buffer,
): Promise<void> {
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    const decided = await tx.run(sql`
      update ipo_allotment
      set state = 'decided', decided_at = ${at}, inputs_sha256 = decode(${inputsSha256}, 'hex'), result_sha256 = decode(${resultSha256}, 'hex')
      where offering_id = ${offeringId} and state = 'frozen'`);
    if (decided === 0) return;
    await tx.run(sql`update ipo_seed set seed = ${seed} where offering_id = ${offeringId} and seed is null`);
    await tx.run(sql`
      update ipo_offering set state = 'allotted', allotted_at = ${at}, updated_at = ${at}
      where id = ${offeringId} and state = 'allotting'`);
    await app.outbox.emit(tx, 'ipo.offering_changed', { offeringId, state: 'allotted' });
  });
}
