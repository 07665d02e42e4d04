import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberDays } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { anyHashOf, hashToken, newToken } from '#server/platform/token.ts';

/** With https its name's prefix keeps a neighbour subdomain from planting it. */
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-device' : 'device');

/** What the cookie of the device says; empty where there is none. */
export const readDevice = (request: FastifyRequest): string => request.cookies[nameFor(request)] ?? '';

/** Where the proxy says that a call comes from; undefined where none says so, or does not know. */
function countryOf({ config }: Pick<App, 'config'>, request: FastifyRequest): string | undefined {
  const told = config.countryHeader && request.headers[config.countryHeader];
  return typeof told === 'string' && /^[A-Z]{2}$/.test(told) && told !== 'XX' ? told : undefined;
}

/** Whether the client has never signed in with this device, or from this country. */
export async function isUnseen(tx: Tx, app: App, request: FastifyRequest, clientId: string): Promise<boolean> {
  const country = countryOf(app, request) ?? null;
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (select 1 from known_device where client_id = ${clientId} and hash = ${anyHashOf(app.config, 'known device', readDevice(request))})
       and (${country}::text is null
            or exists (select 1 from known_country where client_id = ${clientId} and country = ${country})) as known`);
  return !known;
}

/**
 * Knows the device and the country from now on. A device that this client has not used gets a new secret, so that a
 * planted one never becomes known; the other clients of that browser are asked for a code once more.
 */
export async function remember(
  tx: Tx,
  app: App,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  clientId: string,
): Promise<void> {
  const now = app.clock.now();
  const seen = await tx.run(sql`
    update known_device set seen_at = ${now}, hash = ${hashToken(app.config, 'known device', readDevice(request))}
    where client_id = ${clientId} and hash = ${anyHashOf(app.config, 'known device', readDevice(request))}`);
  if (seen === 0) {
    const token = newToken();
    await tx.run(sql`
      insert into known_device (client_id, hash, created_at, seen_at) values (${clientId}, ${hashToken(app.config, 'known device', token)}, ${now}, ${now})`);
    reply.setCookie(nameFor(request), token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      maxAge: rememberDays * 86_400,
    });
  }
  const country = countryOf(app, request);
  if (!country) return;
  await tx.run(sql`
    insert into known_country (client_id, country, created_at) values (${clientId}, ${country}, ${now})
    on conflict do nothing`);
}

/** Every device and country has to prove itself anew. */
export async function forgetDevices(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`delete from known_device where client_id = ${clientId}`);
  await tx.run(sql`delete from known_country where client_id = ${clientId}`);
}

/** Their cookies have ended. */
export async function forgetOldDevices({ db, clock }: { db: Db; clock: App['clock'] }): Promise<void> {
  const oldest = new Date(clock.now().getTime() - rememberDays * 86_400_000);
  await db.run(sql`delete from known_device where seen_at < ${oldest}`);
}
