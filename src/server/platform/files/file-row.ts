import type { FilePurpose, FileType } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import { sql } from '../db/sql.ts';

/** A file as verbs read it. */
export interface FileRow {
  id: string;
  ownerId: string;
  purpose: FilePurpose;
  name: string;
  type: FileType;
  size: bigint;
  width: number | null;
  height: number | null;
  createdAt: Date;
}

/** Of a file that a query calls `f`. */
export const fileColumns = sql`
  f.id, f.owner_id as "ownerId", f.purpose, f.name, f.type, f.size, f.width, f.height, f.created_at as "createdAt"`;

/** A file as the contract shapes it. */
export function showFile({ id, name, type, size, width, height, createdAt }: FileRow): StoredFile {
  return { id, name, type, size: Number(size), width, height, created_at: createdAt.toISOString() };
}
