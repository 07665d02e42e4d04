import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { evaluateTiers } from './tiers/evaluate.ts';

/** Measures tiers while a demo creates its past: each action finds the tiers that the days before it have given. */
export function tiersOfPast(): (then: App) => Promise<void> {
  let measured = '';
  return async (then) => {
    const today = then.clock.now().toISOString().slice(0, 10);
    if (today === measured) return;
    // The day of the first action is the first of the installation; there is nothing to measure before it.
    if (measured === '')
      await then.db.run(sql`
        insert into tier_day (day, measured_at) values (${today}, ${then.clock.now()}) on conflict do nothing`);
    await evaluateTiers(then);
    measured = today;
  };
}
