import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { measureTiers } from './measure-tiers.ts';

/** Measures the demo's clients on each day since the first of them came. */
export async function seedTiers(app: App): Promise<void> {
  await app.db.run(sql`
    insert into tier_day (day, measured_at)
    select (min(created_at) at time zone 'UTC')::date, ${app.clock.now()} from client having count(*) > 0
    on conflict do nothing`);
  await measureTiers(app);
}
