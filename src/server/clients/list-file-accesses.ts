import type { FileAccess } from '#contract/clients/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { readFileAccesses } from '#server/platform/files/access-log.ts';

/**
 * The members of staff who opened a file of a client, whatever it was sent for, the latest first; each with their role
 * at that time.
 */
export async function listFileAccesses({ db }: App, ownerId: string): Promise<FileAccess[]> {
  const accesses = await readFileAccesses(db, ownerId);
  return accesses.map(({ id, at, who, role, purpose, name }) => ({ id, at, who, role, purpose, name }));
}
