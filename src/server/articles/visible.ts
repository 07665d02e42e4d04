import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** Which articles `a` readers see now: exactly from their time on, whatever job runs or not. */
export const visibleNow = ({ clock }: App): Sql => sql`a.status = 'published' and a.published_at <= ${clock.now()}`;

/** The state of an article `a` as the desk names it. */
export const stateNow = ({ clock }: App): Sql => sql`
  case when a.status = 'published' and a.published_at > ${clock.now()} then 'scheduled' else a.status end`;
