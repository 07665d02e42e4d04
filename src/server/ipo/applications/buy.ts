import { chargeOf, type FeesIn } from '#contract/ipo/charge.ts';
import type { OfferingMode } from '#contract/ipo/names.ts';
import type { IpoApplication } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import { arePaymentsPaused } from '#server/platform/people/paused.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { escrowOf } from '../allotment/allot-offering.ts';
import { commitDrawSecret } from '../allotment/draw-secrets.ts';
import { checkEligible, feeInBpsOf, readApplicant } from '../eligibility.ts';
import { holdMoney, holdOf, entryContext, toHold } from './hold-money.ts';
import { offeringColumns, shownToClients, type OfferingRow } from '../offerings/offering-row.ts';
import { ownApplication } from './own-application.ts';
import { recordStatus } from './status-history.ts';
import { checkTerms, type Input } from './terms.ts';
import { findWallet, type PayingWallet } from '../wallet.ts';

export interface Purchase extends Input {
  stock_id: string;
  wallet_id?: string | undefined;
  unrestricted?: boolean | undefined;
  disclosure_version?: number | undefined;
  prospectus_version?: number | undefined;
  draw_secret?: string | undefined;
}

interface Order {
  applicationId: string;
  clientId: string;
  offering: OfferingRow;
  wallet: PayingWallet;
  fees: FeesIn;
  body: Purchase;
  limitMinor: bigint | null;
}

/**
 * Applies for shares and holds the money; shares of a direct offering are bought at once. The offering's row is locked,
 * so it neither closes nor changes its terms in the meantime.
 * @throws Refusal as the contract lists them
 */
export async function buy(
  app: App,
  me: Pick<Person, 'id'>,
  { language, key, body }: { language: Language; key: string; body: Purchase },
): Promise<IpoApplication> {
  const applicationId = newId();
  const id = await app.db.tx((tx) =>
    runIdempotent(
      app,
      tx,
      { ownerId: me.id, key, action: 'ipo.buy', body, resultId: applicationId },
      async ([, isPaused, shown]) => {
        if (isPaused) throw refuse('payments.paused');
        if (!shown) throw notFound();
        const order = await checkPurchase(app, tx, language, { applicationId, clientId: me.id, body }, shown.mode);
        await (order.offering.mode === 'direct' ? buyAtOnce(app, tx, order) : apply(app, tx, order));
        return applicationId;
      },
      // People before offerings: approvals lock in the same order.
      () => Promise.all([lockPeople(tx, me.id), arePaymentsPaused(app, tx, me.id), readMode(tx, body.stock_id)]),
    ),
  );
  return ownApplication(app, me, language, id);
}

/** Of an offering that clients see; the mode decides on its lock. */
const readMode = (tx: Tx, offeringId: string): Promise<{ mode: OfferingMode } | undefined> =>
  tx.maybeOne<{ mode: OfferingMode }>(sql`
    select o.mode from ipo_offering o where o.id = ${offeringId} and ${shownToClients}`);

/** Locks the offering, reads all that the purchase depends on, and checks it. */
async function checkPurchase(
  app: App,
  tx: Tx,
  language: Language,
  { applicationId, clientId, body }: Pick<Order, 'applicationId' | 'clientId' | 'body'>,
  mode: OfferingMode,
): Promise<Order> {
  const currency = sql`(select o.currency from ipo_offering o where o.id = ${body.stock_id})`;
  const [offering, applicant, prospectusVersion, wallet, hasApplied] = await Promise.all([
    lockOffering(tx, body.stock_id, mode),
    readApplicant(app, tx, clientId, body.stock_id),
    readProspectusVersion(tx, body.stock_id),
    findWallet(tx, clientId, currency, body.wallet_id),
    isApplicant(tx, clientId, body.stock_id),
  ]);
  checkOpen(app, offering);
  checkEligible(app, language, offering, applicant);
  checkAgreed(offering, prospectusVersion, body);
  const limitMinor = checkTerms(offering, body);
  if (!wallet) throw refuseField('wallet_id', 'ipo.no_wallet', { currency: offering.currency });
  const { feeInMinMinor, feeFixedMinor } = offering;
  const fees = { feeInBps: feeInBpsOf(offering, applicant), feeInMinMinor, feeFixedMinor };
  // Explains what the constraint guards; the unique index alone catches two calls at once.
  if (hasApplied) throw refuse('ipo.already_applied');
  return { applicationId, clientId, offering, wallet, fees, body, limitMinor };
}

/** The offering under its lock: shared among applicants, exclusive where each purchase reduces what is left. */
const lockOffering = (tx: Tx, offeringId: string, mode: OfferingMode): Promise<OfferingRow> =>
  tx.one<OfferingRow>(sql`
    select ${offeringColumns} from ipo_offering o where o.id = ${offeringId} ${mode === 'direct' ? sql`for update` : sql`for share`}`);

/** @throws Refusal `ipo.not_open` */
function checkOpen({ clock }: App, { state, opensAt, closesAt }: OfferingRow): void {
  const now = clock.now();
  // The job that opens and closes may be late; the published times count.
  if (state !== 'open' || now < opensAt || now >= closesAt) throw refuse('ipo.not_open');
}

async function readProspectusVersion(tx: Tx, offeringId: string): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    select coalesce(max(version), 0)::int as version from ipo_prospectus where offering_id = ${offeringId}`);
  return version;
}

/** @throws Refusal on their fields: `ipo.restricted_person`, `ipo.disclosure`, `ipo.prospectus` */
function checkAgreed(offering: OfferingRow, prospectusVersion: number, body: Purchase): void {
  if (!body.unrestricted) throw refuseField('unrestricted', 'ipo.restricted_person');
  if (body.disclosure_version !== offering.disclosureVersion) throw refuseField('disclosure_version', 'ipo.disclosure');
  if ((body.prospectus_version ?? 0) !== prospectusVersion) throw refuseField('prospectus_version', 'ipo.prospectus');
}

/** Whether the client has an application for the offering; serialises those of one client. */
async function isApplicant(tx: Tx, clientId: string, offeringId: string): Promise<boolean> {
  const [, earlier] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`ipo:${clientId}:${offeringId}`}, 0))`),
    tx.maybeOne(sql`
      select 1 as found from ipo_application
      where client_id = ${clientId} and offering_id = ${offeringId} and state not in ('cancelled', 'expired', 'rejected')`),
  ]);
  return earlier !== undefined;
}

/** @throws Refusal `ledger.insufficient_funds` */
async function apply(app: App, tx: Tx, order: Order): Promise<void> {
  const { applicationId, clientId, offering, wallet, fees, body } = order;
  const input = {
    applicationId,
    clientId,
    wallet,
    quantity: body.quantity,
    priceMinor: offering.priceHighMinor,
    fees,
  };
  const key = 'first';
  await Promise.all([
    holdMoney(app, tx, offering, { ...input, key }),
    commitDrawSecret(app, tx, { offeringId: offering.id, clientId, secret: body.draw_secret }),
    insertApplication(
      app,
      tx,
      order,
      sql`'submitted', ${holdOf(applicationId, key)}, ${toHold(input)}, null, null, null, null, null`,
    ),
    recordStatus(app, tx, { applicationId, clientId, state: 'submitted', quantity: body.quantity, by: 'client' }),
  ]);
}

/** @throws Refusal `ipo.sold_out`, `ledger.insufficient_funds` */
async function buyAtOnce(app: App, tx: Tx, order: Order): Promise<void> {
  const { applicationId, clientId, offering, wallet, fees, body } = order;
  const { quantity } = body;
  const left = offering.quota - offering.sold;
  if (BigInt(quantity) > left) throw refuse('ipo.sold_out', { left: Number(left) });
  await tx.run(sql`update ipo_offering set sold = sold + ${quantity} where id = ${offering.id}`);
  const { costMinor, feeMinor } = chargeOf(quantity, offering.priceHighMinor, fees);
  const total = costMinor + feeMinor;
  const at = app.clock.now();
  const escrow = escrowOf(offering.id, offering.currency);
  const feesAccount = houseAccount('fees', offering.currency);
  await openAccounts(tx, at, [escrow, feesAccount]);
  const postings = [
    { account: wallet.available, amountMinor: -total },
    { account: escrow.code, amountMinor: costMinor },
    { account: feesAccount.code, amountMinor: feeMinor },
  ].filter(({ amountMinor }) => amountMinor !== 0n);
  const paid = await post(tx, { ...entryContext(app, order, 'buy'), kind: 'ipo' }, postings);
  await insertApplication(
    app,
    tx,
    order,
    sql`'settled', null, ${total}, ${quantity}, ${costMinor}, ${feeMinor}, 0, ${at}`,
  );
  for (const state of ['submitted', 'allotted', 'settled'] as const)
    await recordStatus(app, tx, {
      applicationId,
      clientId,
      state,
      quantity,
      by: state === 'submitted' ? 'client' : 'system',
    });
  await tx.run(sql`
    insert into ipo_holding (id, application_id, client_id, wallet_id, offering_id, currency, quantity, cost_minor, fee_minor,
                             transaction_id, acquired_at)
    values (${newId()}, ${applicationId}, ${clientId}, ${wallet.id}, ${offering.id}, ${offering.currency}, ${quantity}, ${costMinor},
            ${feeMinor}, ${paid.id}, ${at})`);
}

/** `outcome`: state, hold, held, allotted, cost, fee, released, settled at. */
async function insertApplication({ clock }: App, tx: Tx, order: Order, outcome: ReturnType<typeof sql>): Promise<void> {
  const { applicationId, clientId, offering, wallet, fees, body, limitMinor } = order;
  const at = clock.now();
  await tx.run(sql`
    insert into ipo_application (
      id, offering_id, client_id, wallet_id, currency, quantity, price_type, limit_price_minor, price_low_seen_minor,
      price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, created_at,
      updated_at, state, hold_id, held_minor, allotted_quantity, cost_minor, fee_minor, released_minor, settled_at)
    values (
      ${applicationId}, ${offering.id}, ${clientId}, ${wallet.id}, ${offering.currency}, ${body.quantity}, ${body.price_type},
      ${limitMinor}, ${offering.priceLowMinor}, ${offering.priceHighMinor}, ${body.prospectus_version ?? 0},
      ${offering.disclosureVersion}, ${fees.feeInBps}, ${fees.feeInMinMinor}, ${fees.feeFixedMinor}, ${at}, ${at}, ${outcome})`);
}
