import { verifyLedger } from '#server/ledger/verify.ts';
import { hold } from '#server/ledger/hold.ts';
import { verifyAllotments } from '#server/ipo/allotment/verify.ts';
import { allotOffering, type AllotmentOrder } from '#server/ipo/allotment/allot-offering.ts';
import { commitDrawSecret, commitSeed } from '#server/ipo/allotment/draw-secrets.ts';
import { endRequest } from '#server/platform/approvals/store-request.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { clientWithWallet, type TestWallet } from '../money/wallet.ts';

const at = new Date('2026-03-02T12:00:00Z');
/** As a demo does, which test servers are. */
export const sealing = { clock: { now: () => at }, config: { appSecret: demoSecret } };

/** What of an offering a test may choose; quantities in shares, prices in cents. */
interface OfferingTerms {
  quota?: number;
  lotSize?: number;
  finalPriceMinor?: bigint;
  feeInMinMinor?: bigint;
  feeFixedMinor?: bigint;
}

/** A priced offering at 18.00 to 20.00 USD whose book is ready for its allotment. */
export async function offeringInAllotment(db: Db, terms: OfferingTerms = {}): Promise<string> {
  const { quota = 1000, lotSize = 10, finalPriceMinor = 1900n, feeInMinMinor = 0n, feeFixedMinor = 0n } = terms;
  const id = newId();
  await db.tx(async (tx) => {
    await tx.run(sql`
    insert into ipo_offering (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, final_price_minor, shares_offered,
      shares_outstanding, quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_in_min_minor, fee_fixed_minor, fee_out_bps, lock_up_days,
      min_level, state, opens_at, closes_at, priced_at, created_at, updated_at)
    values (${id}, 'Nordic Harbour', ${`T${Math.floor(Math.random() * 1e8)}`}, 'OSE', 'Shipping', 'USD', 'subscription', 1800, 2000, ${finalPriceMinor},
      10000000, 50000000, ${quota}, ${lotSize}, ${lotSize}, ${lotSize * 100_000}, 300, ${feeInMinMinor}, ${feeFixedMinor}, 50, 93, 0, 'allotting',
      ${at}, ${new Date(at.getTime() + 1)}, ${at}, ${at}, ${at})`);
    await commitSeed(sealing, tx, id);
  });
  return id;
}

/** An application with what it holds: all of the client's money. */
export interface TestApplication {
  id: string;
  wallet: TestWallet;
  heldMinor: bigint;
}

/** Applies for shares with the money that they cost at 20.00 and 3 %, plus the fixed fee. */
export async function applyFor(
  db: Db,
  offeringId: string,
  quantity: number,
  how: { limitMinor?: bigint; tier?: string; state?: string; level?: number; secret?: string; heldUntil?: Date } = {},
): Promise<TestApplication> {
  const { feeMin, feeFixed } = await db.one<{ feeMin: bigint; feeFixed: bigint }>(
    sql`select fee_in_min_minor as "feeMin", fee_fixed_minor as "feeFixed" from ipo_offering where id = ${offeringId}`,
  );
  const fee = BigInt(quantity) * 60n;
  const heldMinor = BigInt(quantity) * 2000n + (fee > feeMin ? fee : feeMin) + feeFixed;
  const wallet = await clientWithWallet(db, heldMinor);
  const id = newId();
  await db.tx(async (tx) => {
    if (how.tier) {
      await tx.run(sql`
        insert into client_tier (client_id, earned_tier, since, changed_at) values (${wallet.clientId}, ${how.tier}, ${at}, ${at})`);
    }
    await tx.run(sql`update person set verification_level = ${how.level ?? 3} where id = ${wallet.clientId}`);
    const action = { scope: `ipo-application:${id}`, key: 'hold', at, reference: { type: 'ipo_application', id } };
    await commitDrawSecret(sealing, tx, { offeringId, clientId: wallet.clientId, secret: how.secret });
    const held = await hold(tx, action, { wallet, amountMinor: heldMinor, purpose: 'ipo', expiresAt: how.heldUntil });
    await tx.run(sql`
      insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, limit_price_minor, state, hold_id, held_minor,
        price_low_seen_minor, price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, created_at, updated_at)
      values (${id}, ${offeringId}, ${wallet.clientId}, ${wallet.walletId}, 'USD', ${quantity}, ${how.limitMinor === undefined ? 'any' : 'limit'},
        ${how.limitMinor ?? null}, ${how.state ?? 'submitted'}, ${held.id}, ${heldMinor}, 1800, 2000, 1, 1, 300, ${feeMin}, ${feeFixed}, ${at}, ${at})`);
  });
  return { id, wallet, heldMinor };
}

/** Two people decide on the allotment, which freezes the book. */
export async function orderAllotment(
  db: Db,
  offeringId: string,
  order: Pick<AllotmentOrder, 'method' | 'manualCsv'>,
): Promise<void> {
  const [proposer, other] = [await clientWithWallet(db), await clientWithWallet(db)];
  const approvalRequestId = newId();
  // A decision bears the time of the database, which may be another than that of the book.
  const { now } = await db.one<{ now: Date }>(sql`select database_clock() as now`);
  await db.tx(async (tx) => {
    // Only the owner of the tables gives a role alone; a bench connects as another.
    await tx.run(sql`select set_config('role', tableowner, true) from pg_tables where tablename = 'person'`);
    for (const { clientId } of [proposer, other]) {
      await openPerson(tx, readConfig({}), clientId);
      await tx.run(sql`update person set roles = '{client,finance}' where id = ${clientId}`);
    }
    await tx.run(sql`
      insert into approval_request (id, kind, key, action, was, value, author_id, created_at)
      select ${approvalRequestId}, 'offering', ${offeringId}, 'allot',
             offering_step_status(${offeringId}, 'allot') || '{"clients": 0, "amount_minor": "0"}', '{}', ${proposer.clientId}, ${now}`);
    await endRequest({ config: readConfig({}) }, tx, approvalRequestId, {
      state: 'approved',
      byId: other.clientId,
      at: now,
    });
    await allotOffering(tx, { clock: { now: () => at } }, { offeringId, approvalRequestId, ...order });
  });
}

/** The rules of ledger and allotments that are broken: none. */
export async function brokenRules(db: Db): Promise<string[]> {
  const findings = await db.snapshot(async (tx) => [
    ...(await verifyLedger(tx)).findings,
    ...(await verifyAllotments(tx)),
  ]);
  return findings.flatMap(({ invariant, breach }) => (breach ? [`${invariant}: ${breach.row}: ${breach.why}`] : []));
}
