import { z } from 'zod';
import { onOff, optional } from './values.ts';
import { wrongSettings } from './wrong-settings.ts';

/** Settings of the database and of its backups, with a sentence each. */
export const databaseSettings = {
  DATABASE_URL: optional(z.string().startsWith('postgres')).describe(
    'PostgreSQL server to use instead of the embedded one',
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

/** @throws Error when an address names several hosts, because the driver would take the list for one name */
export function refuseSeveralHosts(set: {
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
}): void {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const [, authority = '', query = ''] = /^[^:]+:\/\/(?:[^/?@]*@)?([^/?]*)[^?]*(.*)$/.exec(set[name] ?? '') ?? [];
    if (authority.includes(',') || /[?&](host=[^&]*(,|%2C)|target_session_attrs=)/i.test(query))
      throw wrongSettings(
        `${name}: names several hosts, of which Atrium cannot choose; give one address that follows the primary, such as a DNS name, a virtual address or a proxy`,
      );
  }
}
