import type { PhoneProof } from '#contract/verification/names.ts';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Row {
  by: PhoneProof;
  at: Date;
  who: string | null;
  how: string | null;
}

/** The first confirmation of the present number: later ones change nothing. */
const find = (db: Queries, clientId: string) =>
  db.maybeOne<Row>(sql`
    select case when p.code_id is null then 'staff' else 'code' end as by, p.at, s.full_name as who, p.how
    from verification_phone p join person c on c.id = p.client_id and c.phone = p.phone
    left join person s on s.id = p.confirmed_by
    where p.client_id = ${clientId} and p.ended_at is null order by p.at, p.id limit 1`);

/** What confirms a client’s number, and since when. */
export async function readPhoneProof(db: Queries, clientId: string): Promise<VerificationShown['phone_proof']> {
  const proof = await find(db, clientId);
  return proof ? { by: proof.by, at: proof.at.toISOString() } : null;
}

/** The same with the names of staff, for staff. */
export async function readPhoneProofForStaff(
  db: Queries,
  clientId: string,
): Promise<VerificationCase['client']['phone_proof']> {
  const proof = await find(db, clientId);
  return proof ? { ...proof, at: proof.at.toISOString() } : null;
}
