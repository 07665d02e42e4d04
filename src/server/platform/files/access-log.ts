import type { FileLook } from '#contract/clients.ts';
import type { FilePurpose } from '#contract/file-rules.ts';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Client } from '../session.ts';

type LookRole = FileLook['role'];

/** Whose work files of a purpose are. */
const deskOf: Partial<Record<FilePurpose, LookRole>> = {
  message: 'support',
  payment_proof: 'finance',
  verification: 'compliance',
};

/** In which role somebody of the staff looks at a file: that of the desk which works with it, else his highest. */
export function roleOfLook({ roles }: Pick<Client, 'roles'>, purpose: FilePurpose): LookRole {
  const his = roles.filter((role) => role !== 'client');
  return his.find((role) => role === deskOf[purpose]) ?? his.toSorted(byRank).at(-1) ?? 'admin';
}

const ranks: readonly LookRole[] = ['support', 'compliance', 'finance', 'admin'];
const byRank = (a: LookRole, b: LookRole) => ranks.indexOf(a) - ranks.indexOf(b);

const most = 50;

type Row = Omit<FileLook, 'at'> & { at: Date; fileId: string; fullName: string };

/**
 * Who of the house opened a file of somebody, the latest first, in the role of then; of all that he sent, or for one purpose.
 * `fullName` is for staff.
 */
export async function readLooks(db: Queries, ownerId: string, purpose: FilePurpose | null = null) {
  const rows = await db.rows<Row>(sql`
    select v.id, v.file_id as "fileId", v.at, s.first_name as who, s.first_name || ' ' || s.second_name as "fullName", v.role, f.purpose, f.name
    from file f join file_view v on v.file_id = f.id join client s on s.id = v.viewer_id
    where f.owner_id = ${ownerId} and f.purpose <> 'article_picture' and (${purpose}::text is null or f.purpose = ${purpose})
    order by v.at desc, v.id desc limit ${most}`);
  return rows.map((look) => ({ ...look, at: look.at.toISOString() }));
}
