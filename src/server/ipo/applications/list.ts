import type { IpoApplication } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readApplied, showApplication } from './application-row.ts';

const pageSize = 100;

/** The caller's applications, the latest first. */
export async function listApplications(app: App, me: Person, language: Language): Promise<IpoApplication[]> {
  const rows = await readApplied(
    app.db,
    sql`a.client_id = ${me.id} order by a.created_at desc, a.id desc limit ${pageSize}`,
  );
  return rows.map((row) => showApplication(app, language, row));
}
