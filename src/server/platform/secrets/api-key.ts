import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Scope } from '#contract/operator/names.ts';
import type { App } from '../app.ts';
import { sql, type Sql } from '../db/sql.ts';
import { plainAddress } from '../http/limits/network-key.ts';
import { isGenuine } from './row-mac-check.ts';
import { macColumns, openRow, type RowMac } from './row-macs.ts';
import { anyHashOf, hashToken, type Secrets } from './token.ts';

/** The program of the operator that calls, by the key that it showed. */
export interface ApiKey {
  id: string;
  name: string;
  /** Its holder: the administrator who made it or has taken it over, and is responsible for what it does. */
  createdBy: string;
  scopes: Scope[];
  callsPerMinute: number;
  /** Whether it may be used from where it is used now. */
  isFromHere: boolean;
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 40;
const checkLength = 6;
const form = /^(atr_(?:live|test)_[0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;
const hintLength = 13;
const seenEveryMs = 60_000;

/**
 * A new secret: a prefix that names the product, 40 random letters and digits, and a checksum of all that, so that a
 * scanner for leaked secrets can recognise one.
 * @param kind `test` in a demo installation
 */
export function newApiKey(secrets: Secrets, kind: 'live' | 'test'): { secret: string; hash: Buffer; hint: string } {
  const random = Array.from({ length: secretLength }, () => signs[randomInt(signs.length)]).join('');
  const body = `atr_${kind}_${random}`;
  const secret = body + checksumOf(body);
  return { secret, hash: hashToken(secrets, 'operator key', secret), hint: secret.slice(0, hintLength) };
}

/** CRC-32 in six signs of base 62, the highest first. */
function checksumOf(body: string): string {
  let left = crc32(body);
  let text = '';
  for (let index = 0; index < checkLength; index += 1) {
    text = `${signs[left % signs.length]}${text}`;
    left = Math.floor(left / signs.length);
  }
  return text;
}

/** Whether a bearer has the form of a key, checksum included. Other bearers cost no query of the database. */
export function isApiKey(bearer: string): boolean {
  const [, body = '', check] = form.exec(bearer) ?? [];
  return check !== undefined && checksumOf(body) === check;
}

/** Whether a bearer means to be a key, rightly or wrongly: it is no session then, whatever else comes with it. */
export const meansApiKey = (bearer: string): boolean => bearer.startsWith('atr_');

interface Row extends ApiKey, RowMac {
  hash: Buffer;
  lastUsedAt: Date | null;
}

/**
 * Secrets `s` that open their key `k` while it is valid: its holder `h`, who is an administrator and neither blocked nor
 * frozen, has received them.
 */
export const isOpening = (now: Date): Sql => sql`
  s.created_by = k.created_by and (s.ends_at is null or s.ends_at > ${now}) and 'admin' = any(h.roles)
  and h.blocked_at is null and h.frozen_at is null`;

/** The key behind a bearer, or null when it opens nothing. Its use is noted about once a minute. */
export async function findApiKey(
  world: Pick<App, 'db' | 'clock' | 'config' | 'log' | 'metrics'>,
  bearer: string,
  ip: string,
): Promise<ApiKey | null> {
  if (!isApiKey(bearer)) return null;
  const { db, clock, config } = world;
  const now = clock.now();
  const address = plainAddress(ip);
  const row = await db.maybeOne<Row>(sql`
    select k.id, k.name, k.created_by as "createdBy", k.scopes, k.calls_per_minute as "callsPerMinute", k.last_used_at as "lastUsedAt", s.hash, ${macColumns('operator_key_secret')},
           cardinality(k.addresses) = 0 or coalesce(${address}::inet <<= any(k.addresses), false) as "isFromHere"
    from operator_key_secret s join operator_key k on k.id = s.key_id join person h on h.id = k.created_by
    where s.hash = ${anyHashOf(config, 'operator key', bearer)} and ${isOpening(now)} and k.revoked_at is null
      and (k.ends_at is null or k.ends_at > ${now}) and operator_key_is_approved(k)`);
  if (!row || !isGenuine(world, 'operator_key_secret', row.id, row)) return null;
  const { lastUsedAt, hash, content: _c, mac: _m, ...key } = row;
  if (key.isFromHere && (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > seenEveryMs)) {
    await db.run(sql`update operator_key set last_used_at = ${now}, last_used_from = ${address} where id = ${key.id}`);
    const present = hashToken(config, 'operator key', bearer);
    if (!present.equals(hash)) await updateStored({ db, config }, hash, present);
  }
  return key;
}

/** A key that is used outlives a rotation of the installation's secret. */
async function updateStored(
  { db, config }: Pick<App, 'db' | 'config'>,
  former: Buffer,
  present: Buffer,
): Promise<void> {
  await db.tx(async (tx) => {
    const where = sql`s.hash = any(${[former, present]}::bytea[])`;
    await openRow(tx, config, 'operator_key_secret', former.toString('hex'), where);
    await tx.run(sql`update operator_key_secret set hash = ${present} where hash = ${former}`);
  });
}
