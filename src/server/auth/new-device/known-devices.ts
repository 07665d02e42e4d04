import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberDays } from '#contract/kernel/constants.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { anyHashOf, hashToken, newToken } from '#server/platform/secrets/token.ts';

/** With https the prefix of the name stops a neighbour subdomain from planting the cookie. */
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-device' : 'device');

/** The value of the device cookie; empty if there is none. */
export const readDevice = (request: FastifyRequest): string => request.cookies[nameFor(request)] ?? '';

/** The country that the proxy reports for a call; undefined without such a proxy, or if it does not know. */
function countryOf({ config }: Pick<App, 'config'>, request: FastifyRequest): string | undefined {
  const header = config.isProxy(request.raw.socket.remoteAddress) && config.countryHeader;
  const country = header && request.headers[header];
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : undefined;
}

/** Whether the client has never signed in with this device, or from this country. */
export async function isNewDevice(tx: Tx, app: App, request: FastifyRequest, clientId: string): Promise<boolean> {
  const country = countryOf(app, request) ?? null;
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (select 1 from known_device where person_id = ${clientId} and hash = ${anyHashOf(app.config, 'known device', readDevice(request))})
       and (${country}::text is null
            or exists (select 1 from known_country where person_id = ${clientId} and country = ${country})) as known`);
  return !known;
}

/**
 * Records the device and the country as known. A device that is new to this client gets a new secret, so a planted one
 * never becomes known; the other clients of that browser have to type a code once more.
 */
export async function remember(
  tx: Tx,
  app: App,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  clientId: string,
): Promise<void> {
  const now = app.clock.now();
  const presented = readDevice(request);
  const hash = hashToken(app.config, 'known device', presented);
  const seen = await tx.run(sql`
    update known_device set seen_at = ${now}, hash = ${hash}
    where person_id = ${clientId} and hash = ${anyHashOf(app.config, 'known device', presented)}`);
  if (seen === 0) {
    // Two members of staff in one browser have different secrets; that the second one came with the first one's shows it.
    if (presented) await tx.run(sql`select record_origin(${clientId}, 'device ' || encode(${hash}, 'hex'))`);
    const token = newToken();
    await tx.run(sql`
      insert into known_device (person_id, hash, created_at, seen_at) values (${clientId}, ${hashToken(app.config, 'known device', token)}, ${now}, ${now})`);
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
    insert into known_country (person_id, country, created_at) values (${clientId}, ${country}, ${now})
    on conflict do nothing`);
}

/** Makes all devices and countries unknown again. */
export async function removeDevices(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`delete from known_device where person_id = ${clientId}`);
  await tx.run(sql`delete from known_country where person_id = ${clientId}`);
}

/** Deletes devices whose cookies have expired. */
export async function purgeOldDevices({ db, clock }: { db: Db; clock: App['clock'] }): Promise<void> {
  const oldest = new Date(clock.now().getTime() - rememberDays * 86_400_000);
  await db.run(sql`delete from known_device where seen_at < ${oldest}`);
}
