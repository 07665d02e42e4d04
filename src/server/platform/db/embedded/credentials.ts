import { execFileSync } from 'node:child_process';
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { chownSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** The one owns the tables and migrates, the other serves people; neither is a superuser. */
export const [ownerRole, servingRole] = ['atrium', 'atrium_serving'] as const;

/** The superuser has no password: the operating system decides who connects as it. */
export const superuser = 'postgres';

export type Passwords = Record<typeof ownerRole | typeof servingRole, string>;

const MAP = 'atrium';
const ITERATIONS = 4096;

/** The password of each role, in a file of its own that only the account of PostgreSQL reads; made where it is missing. */
export function readPasswords(folder: string, account: Account): Passwords {
  return {
    [ownerRole]: readPassword(join(folder, `${ownerRole}.password`), account),
    [servingRole]: readPassword(join(folder, `${servingRole}.password`), account),
  };
}

/** Made aside and linked into its place, so that of two processes at once both read what one of them wrote. */
function readPassword(file: string, account: Account): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = writeAside(file, randomBytes(24).toString('base64url'), account);
  try {
    linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
  return readFileSync(file, 'utf8');
}

/**
 * Defines who may connect as whom: as the superuser only root and the account that the server runs as, without a
 * password; any other role needs its password. Root is in the map because Atrium connects as root if it was
 * started so, while PostgreSQL, which refuses root, runs as another account.
 */
export function writeAccessRules(folder: string, account: Account): void {
  const users = [...new Set(['root', nameOf(account)])];
  const rules = {
    'pg_ident.conf': users.map((user) => `${MAP} ${JSON.stringify(user)} ${superuser}\n`).join(''),
    'pg_hba.conf': `local all ${superuser} peer map=${MAP}\nlocal all all scram-sha-256\n`,
  };
  for (const [name, content] of Object.entries(rules)) {
    const file = join(folder, name);
    if (readFileSync(file, 'utf8') !== content) renameSync(writeAside(file, content, account), file);
  }
}

function writeAside(file: string, content: string, { uid, gid }: Account): string {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(aside, content, { mode: 0o600, flag: 'wx' });
  chownSync(aside, uid, gid);
  return aside;
}

/** Asked of the system once: its program costs more than all else that opens a cluster. */
const names = new Map<number, string>();

function nameOf({ uid }: Account): string {
  const me = userInfo();
  if (me.uid === uid) return me.username;
  const name = names.get(uid) ?? execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim();
  names.set(uid, name);
  return name;
}

/** What PostgreSQL stores of a password, made here so that the password itself is in no statement (RFC 5803). */
export function verifierOf(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}

/** Whether a stored verifier is of this password. */
export function isVerifierOf(stored: string | null, password: string): boolean {
  const [, salt] = /^SCRAM-SHA-256\$4096:([^$]+)\$/.exec(stored ?? '') ?? [];
  if (!stored || !salt) return false;
  const expected = Buffer.from(verifierOf(password, Buffer.from(salt, 'base64')));
  return expected.length === stored.length && timingSafeEqual(expected, Buffer.from(stored));
}
