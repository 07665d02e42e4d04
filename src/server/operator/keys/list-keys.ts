import type { OperatorKey } from '#contract/operator/keys.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { isOpening } from '#server/platform/secrets/api-key.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Row extends Pick<
  OperatorKey,
  'id' | 'name' | 'state' | 'scopes' | 'addresses' | 'calls_per_minute' | 'held_by' | 'is_yours'
> {
  secrets: { hint: string; ends: string | null }[];
  createdAt: Date;
  endsAt: Date | null;
  usedAt: Date | null;
  usedFrom: string | null;
}

/** Keys `k` that meet a condition: the usable ones first, and the newest first. */
async function readKeys({ clock }: App, db: Queries, me: Person, condition: Sql): Promise<OperatorKey[]> {
  const now = clock.now();
  const opening = sql`
    select jsonb_build_object('hint', s.hint, 'ends', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from operator_key_secret s where s.key_id = k.id and ${isOpening(now)}`;
  const rows = await db.rows<Row>(sql`
    select * from (
      select k.id, k.name, k.scopes, array(select abbrev(a) from unnest(k.addresses) a) as addresses, k.calls_per_minute,
             case when k.revoked_at is not null then 'revoked' when k.ends_at <= ${now} then 'ended'
                  when not exists (${opening}) then 'vacant'
                  when operator_key_is_approved(k) then 'active' else 'waiting' end as state,
             array(${opening} order by s.ends_at desc nulls first) as secrets,
             h.full_name as held_by, h.id = ${me.id} as is_yours, k.created_at as "createdAt", k.ends_at as "endsAt",
             k.last_used_at as "usedAt", k.last_used_from as "usedFrom"
      from operator_key k join person h on h.id = k.created_by where ${condition}
    ) found order by state in ('active', 'waiting', 'vacant') desc, id desc`);
  return rows.map(({ secrets, createdAt, endsAt, usedAt, usedFrom, ...row }) => ({
    ...row,
    secrets: secrets.map(({ hint, ends }) => ({ hint, ends_at: ends })),
    created_at: createdAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    last_used_at: usedAt?.toISOString() ?? null,
    last_used_from: usedFrom,
  }));
}

/** Every key that was made. */
export const listKeys = (app: App, me: Person): Promise<OperatorKey[]> => readKeys(app, app.db, me, sql`true`);

/** One that is there. */
export async function readKey(app: App, db: Queries, me: Person, id: string): Promise<OperatorKey> {
  const [key] = await readKeys(app, db, me, sql`k.id = ${id}`);
  if (!key) throw new Error(`there is no key ${id}`);
  return key;
}
