import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openScratchDatabase } from '../../scratch-database.ts';

/** A database of the benchmark's own with so many people, and their ids. */
export async function openPeople(number: number) {
  const database = await openScratchDatabase();
  const ids = Array.from({ length: number }, () => newId());
  await database.db.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, country, language, created_at, security_mac)
    select id, id || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', now(), '' from unnest(${ids}::uuid[]) id`);
  return { ...database, ids };
}
