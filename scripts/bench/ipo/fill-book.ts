import { openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { commitDrawSecret } from '#server/ipo/allotment/draw-secrets.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { sealing } from '#test/ipo/book.ts';
import { external } from '#test/money/wallet.ts';

const at = new Date('2026-03-02T12:00:00Z');
const chunkSize = 1_000;
const tiers = ['standard', 'silver', 'gold', 'platinum', 'vip'];
/** The cost of a share at 20.00 and 3 %. */
const heldOfOneMinor = 2_060n;

/** One application before it is written. */
interface Applicant {
  clientId: string;
  walletId: string;
  applicationId: string;
  holdId: string;
  quantity: number;
  limitMinor: bigint | null;
  tier: string;
}

/**
 * Fills the book of an offering with clients who each hold money for 10 to 500 shares, of all tiers, some with limits below
 * the price; through the ledger's own functions, a thousand in a transaction.
 */
export async function fillBook(db: Db, offeringId: string, applications: number): Promise<void> {
  for (let done = 0; done < applications; done += chunkSize) {
    const number = Math.min(chunkSize, applications - done);
    const applicants = Array.from({ length: number }, (_, n) => applicant(done + n));
    await db.tx(async (tx) => {
      await welcome(tx, applicants);
      await post(tx, applicants, 'deposit', () => external.code, available);
      await post(tx, applicants, 'hold', available, held);
      await apply(tx, offeringId, applicants);
    });
  }
  await db.run(sql`analyze`);
}

const applicant = (n: number): Applicant => ({
  clientId: newId(),
  walletId: newId(),
  applicationId: newId(),
  holdId: newId(),
  quantity: 10 * (1 + ((n * 7919) % 50)),
  limitMinor: n % 11 === 0 ? 1_850n : null,
  tier: tiers[n % tiers.length] ?? 'standard',
});

const available = ({ clientId, walletId }: Applicant) => walletAccounts(clientId, walletId).available;
const held = ({ clientId, walletId }: Applicant) => walletAccounts(clientId, walletId).held;
const amountOf = ({ quantity }: Applicant) => BigInt(quantity) * heldOfOneMinor;

async function welcome(tx: Tx, applicants: Applicant[]): Promise<void> {
  const ids = applicants.map(({ clientId }) => clientId);
  await tx.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, country, language, created_at, security_mac)
    select id, id || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', ${at}, '' from unnest(${ids}::uuid[]) id`);
  await tx.run(sql`
    insert into client_tier (client_id, earned_tier, since, changed_at)
    select id, tier, ${at}, ${at} from unnest(${ids}::uuid[], ${applicants.map(({ tier }) => tier)}::text[]) d (id, tier)`);
  const accounts = await openAccounts(tx, at, [
    external,
    ...applicants.map((each) => accountOf(each, 'wallet_available', available(each))),
    ...applicants.map((each) => accountOf(each, 'wallet_held', held(each))),
  ]);
  await tx.run(sql`
    insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
    select id, client_id, 'main', 'USD', available_id, held_id, ${at}
    from unnest(${applicants.map(({ walletId }) => walletId)}::uuid[], ${ids}::uuid[], ${accounts.slice(1, 1 + ids.length)}::uuid[],
                ${accounts.slice(1 + ids.length)}::uuid[]) d (id, client_id, available_id, held_id)`);
}

const accountOf = ({ clientId }: Applicant, kind: 'wallet_available' | 'wallet_held', code: string) => ({
  code,
  kind,
  currency: 'USD',
  clientId,
});

/** Moves what each of them sets aside. The transaction of a hold has the hold's id. */
async function post(
  tx: Tx,
  applicants: Applicant[],
  kind: 'deposit' | 'hold',
  from: (applicant: Applicant) => string,
  to: (applicant: Applicant) => string,
): Promise<void> {
  const none = applicants.map(() => null);
  const ids = applicants.map(({ holdId }) => (kind === 'hold' ? holdId : newId()));
  const moves = applicants.flatMap((each, n) => [
    { index: n + 1, code: from(each), minor: -amountOf(each) },
    { index: n + 1, code: to(each), minor: amountOf(each) },
  ]);
  await tx.run(sql`
    select from ledger_post_all(
      ${ids}::uuid[], ${applicants.map(({ applicationId }) => `ipo-application:${applicationId}`)}::text[], ${applicants.map(() => kind)}::text[],
      ${applicants.map(() => Buffer.of(0))}::bytea[], ${applicants.map(() => kind)}::text[], ${none}::text[], ${none}::text[], ${none}::uuid[],
      ${none}::text[], ${applicants.map(() => at)}::timestamptz[], ${applicants.map(() => 2)}::int[], ${moves.map(({ index }) => index)}::int[],
      ${moves.map(({ code }) => code)}::text[], ${moves.map(({ minor }) => minor)}::bigint[])`);
}

async function apply(tx: Tx, offeringId: string, applicants: Applicant[]): Promise<void> {
  for (const { clientId } of applicants) await commitDrawSecret(sealing, tx, { offeringId, clientId });
  await tx.run(sql`
    insert into ledger_hold (id, available_id, held_id, amount, purpose)
    select d.id, w.available_id, w.held_id, d.amount, 'ipo'
    from unnest(${applicants.map(({ holdId }) => holdId)}::uuid[], ${applicants.map(({ walletId }) => walletId)}::uuid[],
                ${applicants.map(amountOf)}::bigint[]) d (id, wallet_id, amount)
    join wallet w on w.id = d.wallet_id`);
  await tx.run(sql`
    insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, limit_price_minor, state, hold_id, held_minor,
      price_low_seen_minor, price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, created_at, updated_at)
    select id, ${offeringId}, client_id, wallet_id, 'USD', quantity, case when limit_minor is null then 'any' else 'limit' end, limit_minor,
           'submitted', hold_id, amount, 1800, 2000, 1, 1, 300, 0, 0, ${at}, ${at}
    from unnest(${applicants.map(({ applicationId }) => applicationId)}::uuid[], ${applicants.map(({ clientId }) => clientId)}::uuid[],
                ${applicants.map(({ walletId }) => walletId)}::uuid[], ${applicants.map(({ quantity }) => quantity)}::int[],
                ${applicants.map(({ limitMinor }) => limitMinor)}::bigint[], ${applicants.map(({ holdId }) => holdId)}::uuid[],
                ${applicants.map(amountOf)}::bigint[]) d (id, client_id, wallet_id, quantity, limit_minor, hold_id, amount)`);
}
