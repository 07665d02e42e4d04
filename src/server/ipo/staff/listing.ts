import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { change, deskAct, moveTo, type Details, type Staff } from './run-action.ts';
import type { DeskRow } from './offering-row.ts';
import {
  expectNoProposal,
  insertProposal,
  type LockedProposal,
  type ProposalParams,
  type QuoteParams,
} from './approval-requests.ts';
import { readPrice } from './terms.ts';

interface Seen {
  stock_id: string;
  version: number;
  note?: string | undefined;
  request_id?: string | undefined;
}

const dayMs = 86_400_000;

/**
 * Proposes that trading has begun, and at what price.
 * @throws Refusal as `ipo_desk.propose_listing` lists them
 */
export function proposeListing(
  app: App,
  staff: Staff,
  body: Seen & { listed_at: string; first_price: string },
): Promise<DeskOfferingInfo> {
  const { listed_at, first_price: price, note } = body;
  return deskAct(app, staff, 'propose_listing', body, async (tx, offering) => {
    await expectNoProposal(tx, offering);
    if (offering.mode === 'subscription' && !offering.settledAt) throw refuse('ipo_desk.unsettled');
    const listedAt = new Date(listed_at);
    if (listedAt > app.clock.now() || listedAt <= offering.closesAt) throw refuseField('listed_at', 'ipo_desk.times');
    const priceMinor = readPrice('first_price', price, offering.currency);
    const params = { ...(await quoteParams(app, tx, offering, priceMinor)), listed_at };
    await insertProposal(app, tx, staff, offering, { act: 'list', note, params });
    return { listed_at: listedAt.toISOString(), price, ...(note ? { note } : {}) };
  });
}

/**
 * Proposes the price at which clients may sell.
 * @throws Refusal as `ipo_desk.propose_quote` lists them
 */
export function proposeQuote(app: App, staff: Staff, body: Seen & { price: string }): Promise<DeskOfferingInfo> {
  const { price, note } = body;
  return deskAct(app, staff, 'propose_quote', body, async (tx, offering) => {
    await expectNoProposal(tx, offering);
    const params = await quoteParams(app, tx, offering, readPrice('price', price, offering.currency));
    await insertProposal(app, tx, staff, offering, { act: 'quote', note, params });
    return { price, ...(note ? { note } : {}) };
  });
}

async function quoteParams(app: App, tx: Tx, { id }: DeskRow, priceMinor: bigint): Promise<QuoteParams> {
  const { lastMinor } = await tx.one<{ lastMinor: bigint }>(sql`
    select ipo_last_price(${id}, ${app.clock.now()}) as "lastMinor"`);
  return { price_minor: String(priceMinor), last_minor: String(lastMinor) };
}

/**
 * What two people agree on is a price beside the one that they knew: it is asked anew once that has moved.
 * @throws Refusal `ipo_desk.price_moved`
 */
export async function expectPriceStands(tx: Tx, { params, offering }: LockedProposal, at: Date): Promise<void> {
  if (!('last_minor' in params)) return;
  const { moved } = await tx.one<{ moved: boolean }>(sql`
    select ipo_price_moved(${params.last_minor}, ipo_last_price(${offering.id}, ${at})) as moved`);
  if (moved) throw refuse('ipo_desk.price_moved');
}

/** Says that trading has begun. The lock-up runs from then; the job of the offering's life tells its holders. */
export async function listOnExchange(app: App, tx: Tx, proposal: LockedProposal): Promise<Details> {
  const { offering } = proposal;
  const { listed_at } = quoteOf(proposal.params);
  if (listed_at === undefined) throw new Error('a proposal of a listing has no time');
  const listedAt = new Date(listed_at);
  const lockUpEndsAt = new Date(listedAt.getTime() + offering.lockUpDays * dayMs);
  // The price of a direct offering was final all along, and nobody has had to set it.
  const finalPrice = sql`coalesce(final_price_minor, case mode when 'direct' then price_low_minor end)`;
  await moveTo(
    app,
    tx,
    offering,
    'listed',
    sql`, final_price_minor = ${finalPrice}, listed_at = ${listedAt}, lock_up_ends_at = ${lockUpEndsAt}`,
  );
  return { listed_at: listedAt.toISOString(), ...(await writeDeskPrice(tx, proposal)) };
}

/** Quotes the price at which clients may sell. */
export async function quotePrice(app: App, tx: Tx, proposal: LockedProposal): Promise<Details> {
  await change(app, tx, proposal.offering);
  return writeDeskPrice(tx, proposal);
}

/** From the moment of the decision on, in place of what the market feed has quoted at that same moment. */
async function writeDeskPrice(tx: Tx, { id, offering, params }: LockedProposal): Promise<Details> {
  const priceMinor = BigInt(quoteOf(params).price_minor);
  await tx.run(sql`
    insert into ipo_price (offering_id, at, price_minor, source, proposal_id)
    select offering_id, decided_at, ${priceMinor}, 'desk', id from ipo_proposal where id = ${id}
    on conflict (offering_id, at) do update set price_minor = excluded.price_minor, source = 'desk', proposal_id = excluded.proposal_id`);
  return { price: toDecimal(priceMinor, offering.currency) };
}

function quoteOf(params: ProposalParams): QuoteParams {
  if (!('last_minor' in params)) throw new Error('a proposal of a quoted price has none');
  return params;
}
