import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** Articles `a` that readers see now: exactly from their time on, independent of any job. */
export const visibleNow = ({ clock }: App): Sql => sql`a.status = 'published' and a.published_at <= ${clock.now()}`;

/** The state of an article `a` for staff. */
export const stateNow = ({ clock }: App): Sql => sql`
  case when a.status = 'published' and a.published_at > ${clock.now()} then 'scheduled' else a.status end`;
