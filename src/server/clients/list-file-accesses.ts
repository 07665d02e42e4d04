import type { FileLook } from '#contract/clients.ts';
import type { App } from '#server/platform/app.ts';
import { readLooks } from '#server/platform/files/access-log.ts';

/** Who of the house opened a file of somebody, whatever it was sent for, the latest first; each in his role of then. */
export async function listLooks({ db }: App, ownerId: string): Promise<FileLook[]> {
  const looks = await readLooks(db, ownerId);
  return looks.map(({ id, at, who, role, purpose, name }) => ({ id, at, who, role, purpose, name }));
}
