import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { change, runAction, moveTo, type Details, type Staff } from './run-action.ts';
import type { ApprovalRequestParams, QuoteParams } from '../approval-request-params.ts';
import type { StaffOfferingRow } from '../offering-row.ts';
import { expectNoOpenRequest, insertOfferingRequest, type LockedRequest } from './approval-requests.ts';
import { readPrice } from '../terms.ts';

interface Seen {
  stock_id: string;
  version: number;
  note?: string | undefined;
  request_id?: string | undefined;
}

const dayMs = 86_400_000;

/**
 * Requests approval that trading has begun, and of the first price.
 * @throws Refusal as `ipo_staff.propose_listing` lists them
 */
export function proposeListing(
  app: App,
  staff: Staff,
  body: Seen & { listed_at: string; first_price: string },
): Promise<StaffOfferingInfo> {
  const { listed_at, first_price: price, note } = body;
  return runAction(app, staff, 'propose_listing', body, async (tx, offering) => {
    await expectNoOpenRequest(tx, offering);
    if (offering.mode === 'subscription' && !offering.settledAt) throw refuse('ipo_staff.unsettled');
    const listedAt = new Date(listed_at);
    if (listedAt > app.clock.now() || listedAt <= offering.closesAt) throw refuseField('listed_at', 'ipo_staff.times');
    const priceMinor = readPrice('first_price', price, offering.currency);
    const params = { ...(await quoteParams(app, tx, offering, priceMinor)), listed_at };
    await insertOfferingRequest(app, tx, staff, offering, { action: 'list', note, params });
    return { listed_at: listedAt.toISOString(), price, ...(note ? { note } : {}) };
  });
}

/** Requests approval of the price at which clients may sell. @throws Refusal as `ipo_staff.propose_quote` lists them */
export function proposeQuote(app: App, staff: Staff, body: Seen & { price: string }): Promise<StaffOfferingInfo> {
  const { price, note } = body;
  return runAction(app, staff, 'propose_quote', body, async (tx, offering) => {
    await expectNoOpenRequest(tx, offering);
    const params = await quoteParams(app, tx, offering, readPrice('price', price, offering.currency));
    await insertOfferingRequest(app, tx, staff, offering, { action: 'quote', note, params });
    return { price, ...(note ? { note } : {}) };
  });
}

async function quoteParams(app: App, tx: Tx, { id }: StaffOfferingRow, priceMinor: bigint): Promise<QuoteParams> {
  const { lastMinor } = await tx.one<{ lastMinor: bigint }>(sql`
    select ipo_last_price(${id}, ${app.clock.now()}) as "lastMinor"`);
  return { price_minor: String(priceMinor), last_minor: String(lastMinor) };
}

/**
 * The two people agreed on a price relative to the last one that they knew: after that has moved, a new request is
 * needed.
 * @throws Refusal `ipo_staff.price_moved`
 */
export async function expectPriceStands(tx: Tx, { params, offering }: LockedRequest, at: Date): Promise<void> {
  if (!('last_minor' in params)) return;
  const { moved } = await tx.one<{ moved: boolean }>(sql`
    select ipo_price_moved(${params.last_minor}, ipo_last_price(${offering.id}, ${at})) as moved`);
  if (moved) throw refuse('ipo_staff.price_moved');
}

/** Records that trading has begun. The lock-up runs from then; the job of the offering notifies its holders. */
export async function listOnExchange(app: App, tx: Tx, approvalRequest: LockedRequest): Promise<Details> {
  const { offering } = approvalRequest;
  const { listed_at } = quoteOf(approvalRequest.params);
  if (listed_at === undefined) throw new Error('a proposal of a listing has no time');
  const listedAt = new Date(listed_at);
  const lockUpEndsAt = new Date(listedAt.getTime() + offering.lockUpDays * dayMs);
  // The price of a direct offering was final from the start, so no price was set.
  const finalPrice = sql`coalesce(final_price_minor, case mode when 'direct' then price_low_minor end)`;
  await moveTo(
    app,
    tx,
    offering,
    'listed',
    sql`, final_price_minor = ${finalPrice}, listed_at = ${listedAt}, lock_up_ends_at = ${lockUpEndsAt}`,
  );
  return { listed_at: listedAt.toISOString(), ...(await writeStaffPrice(tx, approvalRequest)) };
}

/** Quotes the price at which clients may sell. */
export async function quotePrice(app: App, tx: Tx, approvalRequest: LockedRequest): Promise<Details> {
  await change(app, tx, approvalRequest.offering);
  return writeStaffPrice(tx, approvalRequest);
}

/** Valid from the moment of the decision, in place of the market feed's quote of the same moment. */
async function writeStaffPrice(tx: Tx, { id, offering, params }: LockedRequest): Promise<Details> {
  const priceMinor = BigInt(quoteOf(params).price_minor);
  await tx.run(sql`
    insert into ipo_price (offering_id, at, price_minor, source, approval_request_id)
    select offering_id, decided_at, ${priceMinor}, 'staff', id from approval_request where id = ${id}
    on conflict (offering_id, at) do update set price_minor = excluded.price_minor, source = 'staff', approval_request_id = excluded.approval_request_id`);
  return { price: toDecimal(priceMinor, offering.currency) };
}

function quoteOf(params: ApprovalRequestParams): QuoteParams {
  if (!('last_minor' in params)) throw new Error('a proposal of a quoted price has none');
  return params;
}
