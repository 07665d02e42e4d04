import { fromDecimal } from '#contract/kernel/money.ts';
import { instrumentLimits, type InstrumentLimits } from '#contract/settings/values/instrument-limits.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { addHours } from '../rules.ts';

const key = 'payments.instrument_limits';

/** What two people have set; where it was written past the program, nothing is credited without staff. */
async function readLimits(world: Witness, db: Queries): Promise<InstrumentLimits> {
  const version = await db.maybeOne<RowMac & { number: number; value: unknown }>(sql`
    select v.number, v.value, ${macColumns('setting_version')} from setting_version v
    where v.key = ${key} order by v.number desc limit 1`);
  if (!version) return { per_day: null, per_month: null };
  const isWritten = isGenuine(world, 'setting_version', `${key} ${version.number}`, version);
  const read = instrumentLimits.safeParse(version.value);
  return isWritten && read.success ? read.data : { per_day: '0', per_month: '0' };
}

/**
 * Whether a card or a bank account would bring more than one may, by all clients together. The caller credits the deposit in
 * the same transaction or leaves it to staff; until then other deposits of the instrument wait.
 * @param source the keyed hash of the instrument; null where it is not known
 * @param usdMinor what it brings now, in US cents
 */
export async function isOverInstrument(
  world: Witness,
  tx: Tx,
  { source, usdMinor, at }: { source: string | null; usdMinor: bigint; at: Date },
): Promise<boolean> {
  if (source === null) return false;
  const { per_day: day, per_month: month } = await readLimits(world, tx);
  if (day === null && month === null) return false;
  // What was announced long ago and is credited now counts now. A charge-back frees nothing: its card is no better for it.
  const monthAgo = addHours(at, -30 * 24);
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${source}, 0))`);
  const { usedDay, usedMonth } = await tx.one<{ usedDay: bigint; usedMonth: bigint }>(sql`
    select coalesce(sum(p.usd) filter (where h.at > ${addHours(at, -24)}), 0)::bigint as "usedDay",
           coalesce(sum(p.usd), 0)::bigint as "usedMonth"
    from payment p cross join lateral (
      select h.at from payment_status_history h where h.payment_id = p.id and h.state = 'credited' order by h.id desc limit 1) h
    where p.source = ${source} and p.kind = 'deposit' and p.state in ('credited', 'charged_back') and h.at > ${monthAgo} and p.updated_at > ${monthAgo}`);
  const isOver = (limit: string | null, used: bigint) => limit !== null && used + usdMinor > fromDecimal(limit, 'USD');
  return isOver(day, usedDay) || isOver(month, usedMonth);
}
