import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { measureTiers } from './evaluate-tiers.ts';

/** Measures tiers while a demo lives through its past: each act finds the tiers that the days before it have given. */
export function tiersOfPast(): (then: App) => Promise<void> {
  let measured = '';
  return async (then) => {
    const today = then.clock.now().toISOString().slice(0, 10);
    if (today === measured) return;
    // The day of the first act is the first of the installation, before which nobody was there to measure.
    if (measured === '')
      await then.db.run(sql`
        insert into tier_day (day, measured_at) values (${today}, ${then.clock.now()}) on conflict do nothing`);
    await measureTiers(then);
    measured = today;
  };
}
