import { randomUUID } from 'node:crypto';
import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { commitSeed } from '#server/ipo/allotment/draw-secrets.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { newPayer, type Payer } from '../money/payments.ts';
import type { TestServer } from '../server.ts';

const hourMs = 3_600_000;

/** What of an offering a test may choose; prices in cents. */
export interface OpenTerms {
  mode?: 'subscription' | 'direct';
  quota?: number;
  lotSize?: number;
  maxQuantity?: number;
  minLevel?: number;
  minTier?: string;
  excluded?: string[];
  currency?: string;
  cutOff?: 'close' | 'confirm_until';
  earlyExitBps?: number | null;
  closesInMs?: number;
  method?: AllotmentMethod;
}

/** An offering at 18.00 to 20.00 (direct: 20.00) that takes applications now; fee 3 %, out 0.5 %, 93 days of lock-up. */
export async function openOffering(
  server: Pick<TestServer, 'db'> & { clock: Clock; app: Parameters<typeof commitSeed>[0] },
  terms: OpenTerms = {},
): Promise<string> {
  const { mode = 'subscription', quota = 1000, lotSize = 10, closesInMs = hourMs, currency = 'USD' } = terms;
  const now = server.clock.now();
  const id = newId();
  await server.db.tx(async (tx) => {
    // Tests open several at once, and each switches a trigger off for a moment.
    await tx.run(sql`lock table ipo_offering in share row exclusive mode`);
    await tx.run(sql`
    insert into ipo_offering (
      id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, final_price_minor, shares_offered,
      shares_outstanding, quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, early_exit_bps,
      min_level, min_tier, excluded_countries, cut_off, allotment_method, state, opens_at, closes_at, announced_at, created_at, updated_at)
    values (${id}, 'Nordic Harbour', ${`T${Math.floor(Math.random() * 1e8)}`}, 'OSE', 'Shipping', ${currency}, ${mode},
      ${mode === 'direct' ? 2000 : 1800}, 2000, null, 10000000, 50000000, ${quota}, ${lotSize}, ${lotSize},
      ${terms.maxQuantity ?? 100 * lotSize}, 300, 50, 93, ${terms.earlyExitBps ?? null}, ${terms.minLevel ?? 3},
      ${terms.minTier ?? 'standard'}, ${terms.excluded ?? []}, ${terms.cutOff ?? 'close'}, ${terms.method ?? 'pro_rata'}, 'draft',
      ${new Date(now.getTime() - hourMs)}, ${new Date(now.getTime() + closesInMs)}, ${now}, ${now}, ${now})`);
    if (mode === 'subscription') await commitSeed(server.app, tx, id);
    await tx.run(sql`alter table ipo_offering disable trigger ipo_offering_transitions`);
    await tx.run(sql`update ipo_offering set state = 'open' where id = ${id}`);
    await tx.run(sql`alter table ipo_offering enable trigger ipo_offering_transitions`);
  });
  return id;
}

/** Moves an offering on as staff and the clock do, whatever the tables of states say in between. */
export async function bringTo(
  server: TestServer,
  id: string,
  state: string,
  changes = sql`version = version`,
): Promise<void> {
  await changeTerms(server.db, id, sql`state = ${state}, ${changes}`);
}

/** Changes terms of an announced offering, which the product does not. */
export async function changeTerms(db: Db, id: string, changes: Sql): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`alter table ipo_offering disable trigger ipo_offering_transitions`);
    await tx.run(sql`update ipo_offering set ${changes} where id = ${id}`);
    await tx.run(sql`alter table ipo_offering enable trigger ipo_offering_transitions`);
  });
}

/** A client of level 3 who has answered the questions, with so many cents. */
export async function newApplicant(server: TestServer, funds = 1_000_000n): Promise<Payer> {
  const payer = await newPayer(server, 3, funds);
  await server.db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at)
    values (${newId()}, ${payer.wallet.clientId}, '{}', true, ${server.clock.now()})`);
  return payer;
}

/** The input of a client who has read and agreed to everything. */
export const agreed = (stock_id: string, quantity: number, more: object = {}) => ({
  stock_id,
  quantity,
  unrestricted: true,
  disclosure_version: 1,
  prospectus_version: 0,
  ...more,
});

/** Shares that a client got of a direct offering, listed since then. */
export async function listedHolding(
  server: TestServer,
  { session }: Payer,
  { quantity = 100, earlyExitBps = null as number | null, tradableInMs = 0, currency = 'USD' } = {},
): Promise<string> {
  const stockId = await openOffering(server, { mode: 'direct', lotSize: 1, maxQuantity: 1000, earlyExitBps, currency });
  const bought = await server.call('POST /api/ipo/buy', {
    as: session,
    body: agreed(stockId, quantity),
    headers: { 'idempotency-key': randomUUID() },
  });
  if (bought.status !== 200) throw new Error(JSON.stringify(bought.refusal));
  const now = server.clock.now();
  const tradableAt = new Date(now.getTime() + tradableInMs);
  await bringTo(
    server,
    stockId,
    'listed',
    sql`final_price_minor = 2000, closes_at = ${new Date(now.getTime() - 1000)}, listed_at = ${now}, lock_up_ends_at = ${tradableAt}`,
  );
  await server.db.run(sql`update ipo_holding set tradable_at = ${tradableAt} where offering_id = ${stockId}`);
  await server.db.run(sql`
    update ipo_application set state = ${tradableInMs > 0 ? 'in_lock_up' : 'tradable'} where offering_id = ${stockId}`);
  await quote(server, stockId, 3000n);
  return stockId;
}

/** The price at which the market quotes shares from now on; a price by staff takes two people. */
export async function quote(server: TestServer, stockId: string, priceMinor: bigint): Promise<void> {
  await server.db.run(sql`
    insert into ipo_price (offering_id, at, price_minor, source) values (${stockId}, ${server.clock.now()}, ${priceMinor}, 'market')
    on conflict (offering_id, at) do update set price_minor = excluded.price_minor`);
}

/** What administrators decide in the settings: whether the operator offers IPOs. */
export async function offerIpos({ app, db, clock }: TestServer, offered: boolean): Promise<void> {
  await db.run(sql`
    insert into setting_version (id, key, number, was, value, created_at)
    select ${newId()}, 'features.ipo', 1 + count(*), ${String(!offered)}::jsonb, ${String(offered)}::jsonb, ${clock.now()}
    from setting_version where key = 'features.ipo'`);
  await app.settings.reload();
}
