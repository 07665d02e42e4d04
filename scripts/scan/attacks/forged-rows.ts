import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { newApiKey } from '#server/platform/secrets/api-key.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { hashToken, newToken, type TokenPurpose } from '#server/platform/secrets/token.ts';
import { exchange } from '../wire.ts';
import { newClient, post, visitor, type Attack, type Ground, type Visitor } from './ground.ts';

/** Whatever an attacker can make of a secret that they chose, from the source alone. */
const hashes: Record<string, (purpose: TokenPurpose, secret: string) => Buffer> = {
  'as it is': (_, secret) => Buffer.from(secret),
  'by SHA-256': (_, secret) => plain(secret),
  'by an HMAC without a key': (purpose, secret) =>
    createHmac('sha256', '').update(`${purpose}\0`).update(plain(secret)).digest(),
  'by a key derived of nothing': (purpose, secret) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', '', '', 'atrium bearer secrets 1', 32)))
      .update(`${purpose}\0`)
      .update(plain(secret))
      .digest(),
  'by the secret of the demo': (purpose, secret) => hashToken(secretOfDemo, purpose, secret),
};

const secretOfDemo = { appSecret: demoSecret, formerSecret: undefined };
const plain = (secret: string) => createHash('sha256').update(secret).digest();
type Hash = (purpose: TokenPurpose, secret: string) => Buffer;
type Victim = { id: string; email: string };

const later = () => new Date(Date.now() + 3_600_000);

async function isSession(ground: Ground, victim: Victim, hash: Hash): Promise<boolean> {
  const [token, binding, now] = [newToken(), newToken(), new Date()];
  const [mine, half] = [hash('session', token), hash('session binding', binding)];
  await ground.db.run(sql`
    insert into session (id, person_id, token_hash, binding_hash, remember, address, created_at, last_seen_at, expires_at, ends_at, idle)
    values (${newId()}, ${victim.id}, ${mine}, ${half}, false, '127.0.0.1', ${now}, ${now}, ${later()}, ${later()}, '1 hour')`);
  const forger = visitor(ground);
  for (const name of ['session-binding', '__Host-session-binding']) forger.browser.cookies.set(name, binding);
  forger.browser.token = token;
  return isSignedIn(ground, forger);
}

const isSignedIn = async (ground: Ground, who: Visitor) =>
  typeof (await post(ground, who, '/api/client-info', {})).body['id'] === 'string';

async function isLink(ground: Ground, victim: Victim, hash: Hash): Promise<boolean> {
  const token = newToken();
  await ground.db.run(sql`
    insert into one_time_token (hash, purpose, person_id, email, created_at, expires_at)
    values (${hash('one-time link', token)}, 'autologin', ${victim.id}, ${victim.email}, ${new Date()}, ${later()})`);
  return opens(ground, token);
}

const opens = async (ground: Ground, token: string) =>
  (await post(ground, visitor(ground), '/api/autologin', { token })).status === 200;

async function isKey(ground: Ground, _: Victim, hash: Hash): Promise<boolean> {
  const { secret, hint } = newApiKey(secretOfDemo, 'test');
  const [id, now] = [newId(), new Date()];
  const { id: by } = await ground.db.one<{ id: string }>(sql`
    select id from person where 'admin' = any(roles) and blocked_at is null limit 1`);
  await ground.db.run(sql`
    insert into operator_key (id, name, scopes, created_by, created_at)
    values (${id}, ${id}, ${scopes.filter((scope) => scope !== scopeOfTwo)}, ${by}, ${now})`);
  await ground.db.run(sql`
    insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
    values (${hash('operator key', secret)}, ${id}, ${hint}, ${now}, ${by})`);
  const headers = { authorization: `Bearer ${secret}` };
  return (await exchange(ground.url, { path: '/api/operator/v1/clients', headers })).status === 200;
}

/** The hash of a secret that the forger has, put where another kind of secret belongs. */
async function opensElsewhere(ground: Ground, forger: Visitor, { id, email }: Victim): Promise<boolean> {
  const token = forger.browser.token ?? '';
  await ground.db.run(sql`
    insert into one_time_token (hash, purpose, person_id, email, created_at, expires_at)
    select token_hash, 'autologin', ${id}, ${email}, now(), ${later()} from session
    where person_id = ${(forger as Visitor & Victim).id} order by created_at desc limit 1`);
  return opens(ground, token);
}

const kinds = { session: isSession, link: isLink, key: isKey };

/**
 * An attacker who can write to the database and does not know `APP_SECRET` makes rows that would sign them in as
 * another person.
 */
export const tryForgedRows: Attack = async (ground) => {
  const victim = await newClient(ground);
  const forger = await newClient(ground);
  const holes: string[] = [];
  let tried = 1;
  for (const [kind, opensAs] of Object.entries(kinds)) {
    for (const [how, hash] of Object.entries(hashes)) {
      tried += 1;
      if (await opensAs(ground, victim, hash)) holes.push(`a forged ${kind}, hashed ${how}, is honoured`);
    }
  }
  if (await opensElsewhere(ground, forger, victim)) holes.push('the hash of a session is honoured as a link');
  if (!(await isSignedIn(ground, forger))) holes.push('an honest session is not honoured, so nothing was tried');
  return { tried: `${tried} forged rows`, holes };
};
