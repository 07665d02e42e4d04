import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countByNetwork, countHit } from '#server/platform/http/limits/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';

/** Codes to one number, for all clients together. */
const perNumber = [
  { name: 'minute', hits: 1, windowS: 60 },
  { name: 'hour', hits: 5, windowS: 3600 },
  { name: 'day', hits: 10, windowS: 86_400 },
] as const;
/** Codes to the numbers of one client, who may change the number as often as they like. */
const perClient = { hits: 20, windowS: 86_400 };
const perNetwork = { hits: 10, windowS: 3600 };
const countryWindowS = 86_400;

interface Request {
  clientId: string;
  phone: string;
  country: string;
  /** The address that the request comes from. */
  ip: string;
}

/**
 * Counts a code before it is sent: by number, by network, and by country, where a flood to numbers that earn money with
 * each message would show. The narrowest limit comes first, so that what it refuses uses nothing of the wider ones.
 * @throws Refusal `http.too_many`
 */
export async function countCode(app: App, { clientId, phone, country, ip }: Request): Promise<void> {
  const { db, clock } = app;
  for (const { name, hits, windowS } of perNumber) {
    const window = await countHit(db, clock, ['phone-code', name, phone], windowS);
    if (window.hits > hits) throw refuseUntil('http.too_many', window.endsInS);
  }
  const own = await countHit(db, clock, ['phone-code', 'client', clientId], perClient.windowS);
  if (own.hits > perClient.hits) throw refuseUntil('http.too_many', own.endsInS);
  const net = await countByNetwork(db, clock, ['phone-code', 'network'], ip, perNetwork);
  if (net) throw refuseUntil('http.too_many', net.endsInS);
  const { max } = await db.one<{ max: number }>(sql`select codes_per_country as max from verification_setting`);
  const window = await countHit(db, clock, ['phone-code', 'country', country], countryWindowS);
  if (window.hits <= max) return;
  if (window.hits === max + 1) app.log.warn({ country, max }, 'the ceiling of phone codes of a country is reached');
  throw refuseUntil('http.too_many', window.endsInS);
}
