import type { Queries } from '../database.ts';
import { installationOf } from '../../files/storage/own-bucket.ts';
import { sha256 } from '../../secrets/token.ts';
import { installationIn, type BackupPlace, type StoredBackup } from './places/place.ts';

/** What the names of the backups of this installation have in them. A restore into another database does not carry it along. */
export async function installationMark(db: Queries): Promise<string> {
  return sha256(await installationOf(db))
    .toString('hex')
    .slice(0, 12);
}

/** The whole backups of an installation, the newest first. */
export async function ownBackups(place: BackupPlace, installation: string): Promise<StoredBackup[]> {
  return (await place.list()).filter(({ name }) => installationIn(name) === installation);
}
