import type { PaymentState } from '#contract/payments/names.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { readingTogether } from '#server/platform/reading-together.ts';
import type { BankAccount } from './bank-files/bank-account.ts';
import { readDestinations } from './destinations/destinations.ts';
import { identityOf } from './destinations/read-account.ts';
import { listFields, storedAccount } from './operator-account/stored-account.ts';
import { readPayment, showPayment, type PaymentRow } from './payment-row.ts';
import { proofsLeft, readProofs } from './deposits/proofs.ts';
import { statesAhead } from './rules.ts';
import { isByProvider } from './methods.ts';

/**
 * One request with everything that a client may know of it.
 * @throws Refusal `http.not_found` when no payment meets the condition on `p`
 */
export async function readInfo(app: App, language: Language, condition: Sql): Promise<PaymentInfo> {
  return readingTogether(app, async (on) => showInfo(on, language, await readPayment(on.db, condition)));
}

export async function showInfo(app: App, language: Language, row: PaymentRow): Promise<PaymentInfo> {
  const { db } = app;
  const awaitsMoney = row.kind === 'deposit' && ['awaiting_payment', 'under_review'].includes(row.state);
  const [proofs, [destination], history, bank, provider, coins] = await Promise.all([
    row.kind === 'deposit' ? readProofs(db, row.id) : [],
    row.destinationId ? readDestinations(db, sql`d.id = ${row.destinationId}`) : [],
    readSteps(db, row.id),
    awaitsMoney && row.method === 'bank_transfer' ? readInstruction(db, row) : null,
    isByProvider(row.method) ? readProvider(app, row) : null,
    row.kind === 'withdrawal' && row.method === 'crypto' ? readCoins(db, row.id) : null,
  ]);
  return {
    payment: showPayment(app, language, row),
    history,
    ahead: statesAhead(row.kind, row.state, row.method),
    bank,
    provider,
    reference: row.reference,
    destination: destination ?? null,
    coins,
    proofs,
    proofs_left: proofsLeft(row, proofs.length),
    code_expires_at: row.state === 'awaiting_confirmation' ? (row.codeExpiresAt?.toISOString() ?? null) : null,
  };
}

/** Where the client pays at a provider, as long as it can be paid there. */
async function readProvider({ db }: Pick<App, 'db'>, { id, state }: PaymentRow): Promise<PaymentInfo['provider']> {
  const found = await db.maybeOne<{ state: 'starting' | 'open' | 'ended'; url: string | null }>(sql`
    select state, pay_url as url from provider_payment where payment_id = ${id}`);
  if (!found) return null;
  return { state: found.state, url: state === 'awaiting_payment' && found.state === 'open' ? found.url : null };
}

/** What a payout provider sends, once it has fixed the rate. */
const readCoins = async (db: Queries, paymentId: string): Promise<PaymentInfo['coins']> =>
  (await db.maybeOne<NonNullable<PaymentInfo['coins']>>(sql`
    select trim_scale(o.coins)::text as amount, o.coin, o.transaction from provider_payout o
    where o.payment_id = ${paymentId} and o.state <> 'failed' and o.coins is not null`)) ?? null;

async function readSteps(db: Queries, paymentId: string): Promise<PaymentInfo['history']> {
  const rows = await db.rows<{ state: PaymentState; at: Date; by: 'client' | 'staff' | 'system' }>(sql`
    select state, at, by_kind as by from payment_status_history where payment_id = ${paymentId} order by id`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

interface Instruction {
  beneficiary: string;
  bank: string;
  own: boolean;
  account: BankAccount;
  /** The account of all in that currency now. */
  present: BankAccount | null;
}

/** The instruction that was shown when the deposit was announced; the operator's account may have changed since. */
async function readInstruction(db: Queries, { id, currency }: PaymentRow): Promise<PaymentInfo['bank']> {
  const found = await db.maybeOne<Instruction>(sql`
    select i.beneficiary, i.bank, i.own, ${storedAccount(sql`i`)} as account,
           (select ${storedAccount(sql`b`)} from payment_bank_account b where b.currency = ${currency}) as present
    from payment_instruction i where i.payment_id = ${id}`);
  if (!found) return null;
  const { account, present, ...instruction } = found;
  return {
    ...instruction,
    country: account.scheme === 'iban' ? null : account.country,
    fields: listFields(account),
    replaced: !found.own && (present === null || identityOf(present) !== identityOf(account)),
  };
}
