import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Other clients who sent the same document, the same file, or go by the same name and day of birth. */
export async function findDuplicates(db: Queries, clientId: string): Promise<VerificationCase['duplicates']> {
  return db.rows(sql`
    with found as (
      select o.client_id, 'number' as why from verification_document d
      join verification_document o on o.number = d.number and o.client_id <> d.client_id
      where d.client_id = ${clientId}
      union
      select h.client_id, 'file' from verification_file g join file f on f.id = g.file_id
      join file e on e.sha256 = f.sha256 join verification_file h on h.file_id = e.id and h.client_id <> g.client_id
      where g.client_id = ${clientId}
      union
      select o.client_id, 'name_and_birth' from verification_person p
      join verification_person o on o.client_id <> p.client_id and o.birth_on = p.birth_on
        and lower(o.first_name) = lower(p.first_name) and lower(o.second_name) = lower(p.second_name)
      where p.client_id = ${clientId}
    )
    select c.id as client_id, c.full_name as name, found.why
    from found join person c on c.id = found.client_id order by c.id, found.why limit 50`);
}
