import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

/** The language in which the client reads the interface, and is written to from now on. */
export async function saveLanguage(app: App, me: Client, language: Language): Promise<{ status: 'ok' }> {
  await app.db.run(sql`update client set language = ${language} where id = ${me.id}`);
  return { status: 'ok' };
}
