import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { demoPassword, demoPeople } from './people.ts';

/** The demo people with their sign-in data and stories, for the sign-in page of a demo installation. */
export async function listPeople(app: App, language: Language) {
  const rows = await app.db.rows<{ email: string; name: string }>(sql`
    select email, full_name as name from person where email = any(${demoPeople.map(({ email }) => email)}::text[])`);
  const names = new Map(rows.map(({ email, name }) => [email, name]));
  return demoPeople.map(({ email, roles, story }) => ({
    name: names.get(email) ?? email,
    email,
    password: demoPassword,
    roles,
    story: app.text(language, story),
  }));
}
