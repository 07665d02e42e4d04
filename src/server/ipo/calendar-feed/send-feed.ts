import type { FastifyReply } from 'fastify';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import type { OfferingState } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { calendarFile, type CalendarEvent } from '#server/platform/exports/icalendar.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import { notFound } from '#server/platform/refusal.ts';
import { anyHashOf, hashToken } from '#server/platform/secrets/token.ts';
import { offeringColumns, shownToClients, type OfferingRow } from '../offerings/offering-row.ts';

const dayMs = 86_400_000;
/** Older dates leave the calendar. */
const retentionDays = 90;

interface Owner extends Reader {
  id: string;
  brand: string | null;
}

type Dated = OfferingRow & { updatedAt: Date; ownConfirmUntil: Date | null };

/**
 * The deadlines of offerings for a caller with the address: in the owner's language, with what the owner has to
 * confirm.
 * @throws Refusal `http.not_found`, also for an address that was replaced, or whose owner is blocked or frozen
 */
export async function sendFeed(app: App, { token, reply }: { token: string; reply: FastifyReply }): Promise<string> {
  const owner = await app.db.maybeOne<Owner>(sql`
    select c.id, c.language, c.number_style as "numberStyle", c.brand from ipo_calendar_feed f join person c on c.id = f.client_id
    where f.token_hash = ${anyHashOf(app.config, 'calendar feed', token)} and f.revoked_at is null and c.blocked_at is null and c.frozen_at is null`);
  if (!owner) throw notFound();
  // An address in use survives a rotation of the installation's secret.
  if (app.config.formerSecret !== undefined)
    await app.db.run(sql`
      update ipo_calendar_feed set token_hash = ${hashToken(app.config, 'calendar feed', token)}
      where token_hash = ${anyHashOf(app.config, 'calendar feed', token)}`);
  const since = new Date(app.clock.now().getTime() - retentionDays * dayMs);
  const offerings = await app.db.rows<Dated>(sql`
    select ${offeringColumns}, o.updated_at as "updatedAt", mine.confirm_until as "ownConfirmUntil"
    from ipo_offering o
    left join ipo_application mine on mine.offering_id = o.id and mine.client_id = ${owner.id} and mine.state = 'reconfirm_required'
    where ${shownToClients} and greatest(o.closes_at, o.listed_at, o.lock_up_ends_at) >= ${since}
    order by o.closes_at, o.id`);
  const brand = app.settings.brand(owner.brand);
  const content = calendarFile({
    publisher: brand.name,
    language: owner.language,
    name: app.text(owner.language, 'ipo.feed_name', { app: brand.name }),
    events: offerings.flatMap((offering) => eventsOf(app, brand.url, owner, offering)),
  });
  return sendFile(reply, { name: 'ipo.ics', type: 'text/calendar; charset=utf-8', content });
}

/** One for each known date; dates of a withdrawn offering are marked as cancelled. */
function eventsOf({ text, config }: App, area: string, reader: Reader, offering: Dated): CalendarEvent[] {
  const { language } = reader;
  const { id, issuer, ticker, currency } = offering;
  const dates = [
    ['opens', offering.opensAt],
    ['closes', offering.closesAt],
    ['confirm', offering.ownConfirmUntil],
    ['lists', offering.listedAt],
    ['unlocks', offering.lockUpEndsAt],
  ] as const;
  const price = (minor: bigint) => moneyText(reader, minor, currency);
  const range = { low: price(offering.priceLowMinor), high: price(offering.priceHighMinor) };
  return dates.flatMap(([what, at]) =>
    at === null
      ? []
      : [
          {
            uid: `${id}-${what}@${new URL(config.appUrl).hostname}`,
            at,
            changedAt: offering.updatedAt,
            sequence: offering.version,
            status: statusOf(offering.state),
            summary: text(language, `ipo.feed_${what}`, { issuer, ticker }),
            description: text(language, 'ipo.feed_description', range),
            url: `${area}/${language}/ipo/calendar/${id}`,
          },
        ],
  );
}

const statusOf = (state: OfferingState): CalendarEvent['status'] => {
  if (state === 'withdrawn') return 'CANCELLED';
  return state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED';
};
