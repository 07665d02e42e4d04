import { z } from 'zod';
import { sessionKindOf } from '../db/connection/hosts.ts';
import { onOff, optional } from './values.ts';
import { wrongSettings } from './wrong-settings.ts';

/** Settings of the database and of its backups, with a sentence each. */
export const databaseSettings = {
  DATABASE_URL: optional(z.string().startsWith('postgres')).describe(
    'PostgreSQL server to use instead of the embedded one; of several hosts, separated by commas, the one that accepts writes',
  ),
  DATABASE_OWNER_URL: optional(z.string().startsWith('postgres')).describe(
    'the same database with the role that owns its tables, so that the role of DATABASE_URL only reads and ' +
      'writes rows',
  ),
  BACKUP_RECIPIENT: optional(z.string().regex(/^[\w-]{43}$/)).describe(
    'public key that bin/backup --new-key prints; backups are encrypted for it',
  ),
  RESTORE_PROOF: onOff
    .default(true)
    .describe('0 turns off the daily check that the database can be saved and restored'),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(16)
    .describe('maximum connections of one instance to the database'),
};

/** @throws Error when an address asks for a server that may accept no writes */
export function requirePrimary(set: {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
}): void {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const kind = sessionKindOf(set[name] ?? '') ?? 'primary';
    if (kind !== 'primary' && kind !== 'read-write')
      throw wrongSettings(`${name}: target_session_attrs has to be read-write or primary, because Atrium writes`);
  }
}
