import type { ResponseOf } from '#contract/api.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

type Effect = ResponseOf<'POST /api/staff/verification/levels-preview'>;

/** Whose level would follow, and which way. */
export async function previewLevels({ db }: App, levels: SettingValues['verification.levels']): Promise<Effect> {
  const lacking = (isThere: Sql, level: number | null) => sql`case when not ${isThere} then ${level}::int end`;
  return db.one<Effect>(sql`
    select (count(*) filter (where wish.level > now.level))::int as rise, (count(*) filter (where wish.level < now.level))::int as fall
    from person c join verification_status v on v.client_id = c.id
    cross join lateral (
      select least(5, ${lacking(sql`v.person`, levels.person)}, ${lacking(sql`v.profile`, levels.profile)},
                   ${lacking(sql`v.phone`, levels.phone)}, ${lacking(sql`v.identity`, levels.identity)},
                   ${lacking(sql`v.residence`, levels.residence)},
                   ${lacking(sql`v.source_of_funds`, levels.source_of_funds)}) - 1 as level) reached
    cross join lateral (select case when v.email then reached.level else 0 end as level) wish
    cross join lateral (select greatest(c.verification_level, v.email::int) as level) now
    where c.level_override is null`);
}
