import { genuineBut, type ForgedEntry } from '#server/platform/audit/forged.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { equityAt } from './equity-at.ts';

/** A client whose tier does not follow from the audit log, or from the equity. */
export interface TierFinding {
  clientId: string;
  what: string;
  logged: string;
  stored: string;
}

const dayMs = 86_400_000;

/**
 * Names clients whose tier by hand differs from what the audit log says, and those whose earned tier no equity of the
 * last days gives. Give it a snapshot, and the entries that do not count.
 */
export async function verifyTiers(tx: Tx, forged: readonly ForgedEntry[]): Promise<TierFinding[]> {
  return [...(await byHand(tx, forged)), ...(await earned(tx))];
}

/** What staff have set ends by itself after its last day; no entry says so. */
const byHand = (tx: Tx, forged: readonly ForgedEntry[]) =>
  tx.rows<TierFinding>(sql`
    ${genuineBut(forged)}
    select coalesce(t.client_id, l.client_id) as "clientId", 'tier by hand' as what, coalesce(l.value, '–') as logged, coalesce(t.value, '–') as stored
    from (select client_id, override_tier || ' ' || override_until as value from client_tier where override_tier is not null) t
    full join (
      select client_id, value from (
        select distinct on (client_id) client_id, (details ->> 'until')::date as until,
               case when action = 'portfolio.set_tier' then details ->> 'to' || ' ' || (details ->> 'until') end as value
        from genuine_entry where action in ('portfolio.set_tier', 'portfolio.end_tier') order by client_id, id desc) last
      where until >= (select coalesce(max(day), '-infinity') from tier_day)) l on l.client_id = t.client_id
    where t.value is distinct from l.value
    order by 1`);

/**
 * A tier is lost when the equity was too low for a number of days, and then falls to the best that was reached within
 * them: so the equity gave it within twice as many days. After a change of the levels that need not be so.
 */
async function earned(tx: Tx): Promise<TierFinding[]> {
  const { last, days } = await tx.one<{ last: string | null; days: number }>(sql`
    select (select max(day)::text from tier_day) as last, days_below as days from tier_setting`);
  if (last === null) return [];
  const span = 2 * days + 1;
  const changed = await tx.maybeOne(sql`
    select from setting_version
    where key in ('tiers.levels', 'tiers.days_below') and created_at > ${last}::date - ${span}::int limit 1`);
  if (changed) return [];
  let open = await tx.rows<{ clientId: string; tier: string }>(sql`
    select client_id as "clientId", earned_tier as tier from client_tier where earned_tier <> 'standard' order by client_id`);
  for (let back = 0; back <= span && open.length > 0; back += 1) {
    const at = new Date(Date.parse(last) - back * dayMs);
    const explained = await tx.rows<{ clientId: string }>(sql`
      select t.client_id as "clientId" from client_tier t join (${equityAt(at)}) e on e.client_id = t.client_id join tier l on l.name = t.earned_tier
      where t.client_id = any(${open.map(({ clientId }) => clientId)}::uuid[]) and e.cents >= l.from_cents`);
    const known = new Set(explained.map(({ clientId }) => clientId));
    open = open.filter(({ clientId }) => !known.has(clientId));
  }
  return open.map(({ clientId, tier }) => ({ clientId, what: 'earned tier', logged: 'less', stored: tier }));
}
