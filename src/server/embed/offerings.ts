import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { Widget } from '#contract/settings/values/widgets.ts';
import { widgetLimits } from '#contract/settings/widget-names.ts';
import { offeringColumns, shownToClients, type OfferingRow } from '#server/ipo/offerings/offering-row.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import type { Table } from './table.ts';

/** Offerings that can still be applied for, the next deadline first: no demand, and nothing of a client. */
export async function offeringsTable(
  { db, clock, text }: App,
  { shown }: Pick<Widget, 'shown'>,
  language: Language,
): Promise<Table> {
  const offerings = await db.rows<OfferingRow>(sql`
    select ${offeringColumns} from ipo_offering o
    where ${shownToClients} and o.state <> 'withdrawn' and o.closes_at > ${clock.now()}
      and (cardinality(${shown}::text[]) = 0 or upper(o.ticker) = any(${shown}::text[]))
    order by o.closes_at, o.id limit ${widgetLimits.shown}`);
  const reader = { language, numberStyle: defaultNumberStyle };
  const written = (style: Intl.DateTimeFormatOptions) => dateFormat(language, { ...style, timeZone: 'UTC' });
  const [day, time] = [written({ dateStyle: 'medium' }), written({ timeStyle: 'short' })];
  const at = (date: Date) => ({ text: day(date), small: `${time(date)} UTC` });
  const rows = offerings.map((offering) => {
    const { id, issuer, ticker, exchange, currency, priceLowMinor, priceHighMinor, opensAt, closesAt, state } =
      offering;
    const [low, high] = [priceLowMinor, priceHighMinor].map((minor) => moneyText(reader, minor, currency));
    const cells = [
      { text: issuer, small: `${ticker} · ${exchange}` },
      { text: low === high ? String(low) : `${low} – ${high}` },
      at(opensAt),
      at(closesAt),
      { text: text(language, `ipo.state_${state}`) },
    ];
    return { id, cells };
  });
  const columns = ['issuer', 'price_range', 'opens', 'closes', 'state'].map((name) => ({
    text: text(language, `ipo.${name}`),
    isFigure: false,
  }));
  return { columns, rows, note: rows.length === 0 ? text(language, 'ipo.none_title') : '' };
}
