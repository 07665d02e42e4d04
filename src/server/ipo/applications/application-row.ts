import {
  lotteryMethods,
  waitingStates,
  type ApplicationState,
  type OfferingState,
  type PriceType,
} from '#contract/ipo/names.ts';
import type { IpoApplication } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { offeringColumns, type OfferingRow } from '../offerings/offering-row.ts';

/** An application as the verbs read it. Amounts in minor units of its currency. */
export interface ApplicationRow {
  applicationId: string;
  number: bigint;
  clientId: string;
  walletId: string;
  quantity: number;
  priceType: PriceType;
  limitPriceMinor: bigint | null;
  applicationState: ApplicationState;
  holdId: string | null;
  heldMinor: bigint;
  priceLowSeenMinor: bigint;
  priceHighSeenMinor: bigint;
  prospectusVersion: number;
  agreedDisclosureVersion: number;
  ownFeeInBps: number;
  ownFeeInMinMinor: bigint;
  ownFeeFixedMinor: bigint;
  ownConfirmUntil: Date | null;
  allottedQuantity: number | null;
  costMinor: bigint | null;
  feeMinor: bigint | null;
  releasedMinor: bigint | null;
  reason: string | null;
  reasonTexts: ReasonTexts | null;
  /** SHA-256 of the client's secret for the draw; null where the method is no lottery. */
  drawCommitment: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An application with its offering. */
export type Applied = ApplicationRow & OfferingRow;

const applicationColumns = sql`
  a.id as "applicationId", a.number, a.client_id as "clientId", a.wallet_id as "walletId", a.quantity, a.price_type as "priceType",
  a.limit_price_minor as "limitPriceMinor", a.state as "applicationState", a.hold_id as "holdId", a.held_minor as "heldMinor",
  a.price_low_seen_minor as "priceLowSeenMinor", a.price_high_seen_minor as "priceHighSeenMinor",
  a.prospectus_version as "prospectusVersion", a.disclosure_version as "agreedDisclosureVersion", a.fee_in_bps as "ownFeeInBps",
  a.fee_in_min_minor as "ownFeeInMinMinor", a.fee_fixed_minor as "ownFeeFixedMinor", a.confirm_until as "ownConfirmUntil",
  a.allotted_quantity as "allottedQuantity", a.cost_minor as "costMinor", a.fee_minor as "feeMinor",
  a.released_minor as "releasedMinor", a.reason, reason_texts(a.reason) as "reasonTexts",
  (select encode(d.commitment, 'hex') from ipo_draw_secret d where d.offering_id = o.id and d.client_id = a.client_id
   and o.allotment_method = any(${lotteryMethods}::text[])) as "drawCommitment", a.created_at as "createdAt", a.updated_at as "updatedAt"`;

/** Applications by what follows `where` on `a` and its offering `o`. */
export function readApplied(db: Queries, conditionAndOrder: Sql): Promise<Applied[]> {
  return db.rows<Applied>(sql`
    select ${offeringColumns}, ${applicationColumns}
    from ipo_application a join ipo_offering o on o.id = a.offering_id where ${conditionAndOrder}`);
}

const isWaiting = (state: ApplicationState) => (waitingStates as readonly ApplicationState[]).includes(state);

/** Quantity and price can change only while the book is open, even if the closing job is late. */
export function isAmendable(row: Applied, now: Date): boolean {
  const { applicationState: state } = row;
  return row.state === 'open' && now < row.closesAt && (state === 'submitted' || state === 'amended');
}

const beforeAllotment: readonly OfferingState[] = ['open', 'closed', 'priced', 'reconfirming'];

/** Until the book closes, or as long as the offering's terms, a supplement, a price far off or a postponement allow. */
export function isCancellable(row: Applied, now: Date): boolean {
  if (!isWaiting(row.applicationState)) return false;
  if (row.state === 'postponed') return true;
  if (row.state === 'open' && now < row.closesAt) return true;
  // Until the allotment freezes the book, which waits for the end of this time.
  if (row.cancelUntil !== null && now < row.cancelUntil) return [...beforeAllotment, 'allotting'].includes(row.state);
  if (!beforeAllotment.includes(row.state)) return false;
  if (row.applicationState === 'reconfirm_required') return row.ownConfirmUntil !== null && now < row.ownConfirmUntil;
  return row.cutOff === 'confirm_until' && (row.confirmUntil === null || now < row.confirmUntil);
}

type Telling = Pick<App, 'text' | 'settings' | 'clock'>;

export const numberOf = (number: bigint): string => `A-${number}`;

export function showApplication(app: Telling, language: Language, row: Applied): IpoApplication {
  const now = app.clock.now();
  const money = (minor: bigint | null) => (minor === null ? null : toDecimal(minor, row.currency));
  return {
    id: row.applicationId,
    number: numberOf(row.number),
    stock_id: row.id,
    issuer: row.issuer,
    ticker: row.ticker,
    currency: row.currency,
    mode: row.mode,
    wallet_id: row.walletId,
    quantity: row.quantity,
    price_type: row.priceType,
    limit_price: money(row.limitPriceMinor),
    allotted_quantity: row.allottedQuantity,
    state: row.applicationState,
    reason: formatEndReason(app, language, row),
    held: toDecimal(row.heldMinor, row.currency),
    cost: money(row.costMinor),
    fee: money(row.feeMinor),
    released: money(row.releasedMinor),
    amendable: isAmendable(row, now),
    cancellable: isCancellable(row, now),
    confirm_until: row.ownConfirmUntil?.toISOString() ?? null,
    at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    next: nextOf(row),
  };
}

/** Why it ended without shares; null while it has not ended. */
export const formatEndReason = (
  app: Pick<App, 'text' | 'settings'>,
  language: Language,
  { reason, reasonTexts }: Pick<ApplicationRow, 'reason' | 'reasonTexts'>,
) =>
  reason === null ? null : formatReason(app, language, { purpose: 'application', versionedCode: reason, reasonTexts });

/** What comes next, who has to act, and by when. */
function nextOf(row: Applied): IpoApplication['next'] {
  const step = (
    what: NonNullable<IpoApplication['next']>['what'],
    who: NonNullable<IpoApplication['next']>['who'],
    by: Date | null,
  ) => ({ what, who, by: by?.toISOString() ?? null });
  switch (row.applicationState) {
    case 'submitted':
    case 'amended':
    case 'confirmed':
      if (row.state === 'open') return step('close', null, row.closesAt);
      if (row.state === 'closed' || row.state === 'postponed') return step('price', 'staff', null);
      return step('allot', 'staff', row.confirmUntil);
    case 'reconfirm_required':
      return step('confirm', 'client', row.ownConfirmUntil);
    case 'allotted':
      return step('settle', 'staff', null);
    case 'settled':
      return step('list', 'exchange', row.listedAt);
    case 'in_lock_up':
      return step('unlock', null, row.lockUpEndsAt);
    case 'tradable':
      return step('sell', null, null);
    case 'not_allotted':
    case 'rejected':
    case 'closed':
    case 'cancelled':
    case 'expired':
      return null;
  }
}
