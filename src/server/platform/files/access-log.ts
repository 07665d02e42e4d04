import type { FileAccess } from '#contract/clients/endpoints.ts';
import type { FilePurpose } from '#contract/kernel/file-rules.ts';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Person } from '../session/session.ts';

type AccessRole = FileAccess['role'];

/** Whose work files of a purpose are. */
const staffOf: Partial<Record<FilePurpose, AccessRole>> = {
  message: 'support',
  import: 'compliance',
  payment_proof: 'finance',
  verification: 'compliance',
};

/** The role in which a member of staff opens a file: the role that works with its purpose, else their highest. */
export function accessRoleOf({ roles }: Pick<Person, 'roles'>, purpose: FilePurpose): AccessRole {
  const staffRoles = roles.filter((role) => role !== 'client');
  return staffRoles.find((role) => role === staffOf[purpose]) ?? staffRoles.toSorted(byRank).at(-1) ?? 'admin';
}

const ranks: readonly AccessRole[] = ['support', 'compliance', 'finance', 'admin'];
const byRank = (a: AccessRole, b: AccessRole) => ranks.indexOf(a) - ranks.indexOf(b);

const max = 50;

type Row = Omit<FileAccess, 'at'> & { at: Date; fileId: string; fullName: string };

/**
 * The staff who opened a person's file, the latest first, in their role of that time; of all files, or for one purpose.
 * `fullName` is for staff.
 */
export async function readFileAccesses(db: Queries, ownerId: string, purpose: FilePurpose | null = null) {
  const rows = await db.rows<Row>(sql`
    select v.id, v.file_id as "fileId", v.at, s.first_name as who, s.full_name as "fullName", v.role, f.purpose, f.name
    from file f join file_access v on v.file_id = f.id join person s on s.id = v.viewer_id
    where f.owner_id = ${ownerId} and f.purpose not in ('article_picture', 'import') and (${purpose}::text is null or f.purpose = ${purpose})
    order by v.at desc, v.id desc limit ${max}`);
  return rows.map((access) => ({ ...access, at: access.at.toISOString() }));
}
