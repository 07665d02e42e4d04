import { z } from 'zod';
import { addressesOf, sessionKindOf } from '../db/connection/hosts.ts';
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
  DATABASE_READ_URL: optional(z.string().startsWith('postgres')).describe(
    'a standby of the same database, which serves statements, files, lists and reports that may be some seconds old',
  ),
  DATABASE_READ_LAG_S: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(5)
    .describe('seconds by which the standby may be behind and still be read'),
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

/** The standby of the settings; undefined where they name none. */
export const replicaOf = (set: { DATABASE_READ_URL?: string | undefined; DATABASE_READ_LAG_S: number }) =>
  set.DATABASE_READ_URL === undefined
    ? undefined
    : { url: set.DATABASE_READ_URL, maxLagMs: set.DATABASE_READ_LAG_S * 1000 };

/** @throws Error when a standby is named beside the embedded database, or by an address of which one is to be chosen */
export function requireOneStandby(set: {
  DATABASE_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
}): void {
  const { DATABASE_READ_URL: url } = set;
  if (url === undefined) return;
  if (set.DATABASE_URL === undefined)
    throw wrongSettings('DATABASE_READ_URL: needs DATABASE_URL; the embedded database has no standby');
  if (addressesOf(url).length > 1 || sessionKindOf(url) !== undefined)
    throw wrongSettings('DATABASE_READ_URL: has to name one host, without target_session_attrs');
}

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
