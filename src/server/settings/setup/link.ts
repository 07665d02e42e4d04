import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countByNetwork } from '#server/platform/http/limits/rate-limit.ts';
import { refuse, refuseUntil } from '#server/platform/refusal.ts';
import { hashToken, sign, type Secrets } from '#server/platform/secrets/token.ts';

/** How long a printed link may be used. */
const lifetimeMs = 24 * 3_600_000;

/** How many wrong links are checked from one address; the right one is accepted however many were wrong. */
const misses = { hits: 20, windowS: 600 };

/**
 * The setup link of an installation that is not open. Instances that start within its lifetime all print the same one,
 * as it is derived from `APP_SECRET` and its end; only its hash is stored. Its secret is behind a `#`, which browsers do
 * not send to a server.
 * @returns null when the installation is open
 */
export async function findOrMakeLink({
  db,
  clock,
  config,
  settings,
}: Pick<App, 'db' | 'clock' | 'config' | 'settings'>): Promise<{ address: string; expiresAt: Date } | null> {
  if (settings.isOpen()) return null;
  const now = clock.now();
  const until = await db.tx(async (tx) => {
    await tx.run(sql`insert into setup_state default values on conflict do nothing`);
    const { hash, expiresAt, isFinished } = await tx.one<{
      hash: Buffer | null;
      expiresAt: Date | null;
      isFinished: boolean;
    }>(sql`
      select token_hash as hash, token_expires_at as "expiresAt", finished_at is not null as "isFinished"
      from setup_state for update`);
    // Another process may finish the setup at this moment.
    if (isFinished) return null;
    if (expiresAt && expiresAt > now && hash?.equals(hashOf(config, tokenUntil(config, expiresAt)))) return expiresAt;
    const end = new Date(now.getTime() + lifetimeMs);
    await tx.run(sql`
      update setup_state set token_hash = ${hashOf(config, tokenUntil(config, end))}, token_expires_at = ${end}`);
    return end;
  });
  if (!until) return null;
  const address = `${config.appUrl}/${settings.value('brand.language')}/setup#${tokenUntil(config, until)}`;
  return { address, expiresAt: until };
}

const tokenUntil = ({ appSecret }: Secrets, expiresAt: Date): string =>
  sign(appSecret, 'set-up link', expiresAt.toISOString());

const hashOf = (secrets: Secrets, token: string): Buffer => hashToken(secrets, 'set-up link', token);

/**
 * @returns until when the link may be used
 * @throws Refusal `setup.link` for one that is wrong, expired or used, without a distinction; `http.too_many`
 */
export async function checkLink(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  token: string,
): Promise<Date> {
  const expiresAt = await db.tx((tx) => findLink(tx, { clock, config }, token));
  if (expiresAt) return expiresAt;
  const over = await countByNetwork(db, clock, ['setup.link'], ip, misses);
  throw over ? refuseUntil('http.too_many', over.endsInS) : refuse('setup.link');
}

/**
 * Holds the link until the transaction ends: of several who finish at once the first is the one.
 * @throws Refusal `setup.link`
 */
export async function takeLink(tx: Tx, app: Pick<App, 'clock' | 'config'>, token: string): Promise<void> {
  await tx.run(sql`select from setup_state for update`);
  if (!(await findLink(tx, app, token))) throw refuse('setup.link');
}

async function findLink(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  token: string,
): Promise<Date | undefined> {
  const stored = await tx.maybeOne<{ hash: Buffer; expiresAt: Date }>(sql`
    select token_hash as hash, token_expires_at as "expiresAt" from setup_state
    where token_expires_at > ${clock.now()} and not exists (select from person)`);
  return stored && timingSafeEqual(stored.hash, hashOf(config, token)) ? stored.expiresAt : undefined;
}
