import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { fromDecimal, scaleOf } from '#contract/kernel/money.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { NewProviderPayment } from '#server/platform/connections/ports/payments.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { isCardNumber, maskCard } from '../account-numbers.ts';
import { feeOf } from '#contract/payments/fee.ts';
import { readAmount, usdValue } from '../amounts.ts';
import { creditWallet } from '../credit-wallet.ts';
import { beginPayment } from '../providers/begin-payment.ts';
import { providersFor } from '../providers/choose-provider.ts';
import type { ProviderRow } from '../providers/provider-row.ts';
import { textOfPayment } from '../providers/text-of-payment.ts';
import { fingerprintOf } from '../destinations/account-key.ts';
import { checkAllowance } from '../limits.ts';
import { adapterOf, noSuchWay, termsOf, type Terms, isByProvider } from '../methods.ts';
import { moveOn, recordStatus, type Mover } from '../lifecycle/move.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { readInfo } from '../payment-info.ts';
import { lockClient, lockPayment } from '../payment-row.ts';
import { addHours } from '../rules.ts';
import { approvalsNeeded, readSettings } from '../settings.ts';
import { checkRestriction } from '../restrictions.ts';
import { ownIban } from '../client-ibans/assign.ts';
import { providerReference, transferReference } from './references.ts';

export interface DepositInput {
  wallet_id: string;
  method: PaymentMethod;
  amount: string;
  card?: string | undefined;
}

/**
 * Announces a deposit. A bank transfer waits for the money under its own reference; a card or crypto is paid at a provider,
 * which is called once the reference is committed; a test card is credited at once.
 * @throws Refusal as `payments.deposit` lists them
 */
export async function announceDeposit(
  app: App,
  me: Pick<Person, 'id' | 'brand'>,
  language: Language,
  input: DepositInput,
  key: string,
): Promise<PaymentInfo> {
  const intent = { ownerId: me.id, key, action: 'payments.deposit', body: input };
  const isAtProvider = isByProvider(input.method);
  const provider = isAtProvider ? await providerOf(app, me.id, input) : null;
  const id = await app.db.tx((tx) =>
    runIdempotent(app, tx, intent, async () => {
      const currency = await walletCurrency(tx, me.id, input.wallet_id);
      const terms = await termsOf(app, tx, { method: input.method, kind: 'deposit', currency });
      if (isAtProvider && !provider) throw noSuchWay('method');
      const amount = readAmount(input.amount, currency, terms);
      const card = readCard(input);
      await lockClient(tx, me.id);
      const usd = await usdValue(tx, amount, currency);
      const at = app.clock.now();
      await checkRestriction(app, tx, { clientId: me.id, kind: 'deposit', at });
      await checkAllowance(tx, { clientId: me.id, kind: 'deposit', at, usdMinor: usd });
      const payment = {
        by: { kind: 'client', id: me.id },
        createdBy: me.id,
        clientId: me.id,
        walletId: input.wallet_id,
        amount,
        usd,
        reference: referenceOf(input.method),
        card,
        countedAt: at,
        at,
      } as const;
      const paymentId = await insertDeposit(app, tx, terms, payment);
      if (input.method === 'bank_transfer') {
        const own = await ownIban(app, tx, { clientId: me.id, currency, at });
        await storeInstruction(tx, { paymentId, currency, own });
      }
      if (provider) await storeProvider(app, tx, { paymentId, me, connectionId: provider.id, language, at });
      if (adapterOf(input.method).credits === 'at_once') await creditAtOnce(app, tx, paymentId, at);
      return paymentId;
    }),
  );
  if (isAtProvider) await beginPayment(app, id);
  return readInfo(app, language, sql`p.id = ${id} and p.client_id = ${me.id}`);
}

/** Who takes the payment: the first that serves the client in this amount, in the operator's order. */
async function providerOf(app: App, clientId: string, { wallet_id: walletId, method, amount }: DepositInput) {
  const currency = await walletCurrency(app.db, clientId, walletId);
  const fraction = amount.split('.')[1] ?? '';
  const isWritten = fraction.length <= scaleOf(currency);
  const of = isWritten ? { amount: { minor: fromDecimal(amount, currency), currency } } : { currency };
  const [provider] = await providersFor(app, clientId, method, of);
  return provider ?? null;
}

interface Begun {
  paymentId: string;
  me: Pick<Person, 'id' | 'brand'>;
  connectionId: string;
  /** The language of the provider’s page, and of the one to which the client comes back. */
  language: Language;
  at: Date;
}

/** Stores whom the payment begins with and what is asked there, before the provider is called. */
async function storeProvider(app: App, tx: Tx, { paymentId, me, connectionId, language, at }: Begun): Promise<void> {
  const { number, ...payer } = await tx.one<{ number: bigint } & NewProviderPayment['payer']>(sql`
    select p.number, c.email, c.country, c.language
    from payment p join person c on c.id = p.client_id where p.id = ${paymentId}`);
  const asked: ProviderRow['asked'] = {
    payer,
    text: textOfPayment(app, me, { number }),
    language,
    returnUrl: `${app.settings.brand(me.brand).url}/${language}/payments/deposit?payment=${paymentId}&returned=1`,
  };
  await tx.run(sql`
    insert into provider_payment (payment_id, client_id, connection_id, live, asked, next_at, started_at)
    values (${paymentId}, ${me.id}, ${connectionId}, ${!app.config.demo}, ${JSON.stringify(asked)}::jsonb,
            ${new Date(at.getTime() + 5000)}, ${at})`);
}

/** @throws Refusal `http.not_found`, also for another's wallet */
export async function walletCurrency(db: Queries, clientId: string, walletId: string): Promise<string> {
  const wallet = await db.maybeOne<{ currency: string }>(
    sql`select currency from wallet where id = ${walletId} and client_id = ${clientId}`,
  );
  if (!wallet) throw notFound();
  return wallet.currency;
}

/**
 * The digits of the card, where the method requires one.
 * @throws Refusal `payments.card`
 */
function readCard({ method, card = '' }: DepositInput): string | null {
  const adapter = adapterOf(method);
  if (adapter.needs !== 'card') return null;
  const digits = card.replaceAll(/[\s-]/g, '');
  if (!isCardNumber(digits)) throw refuseField('card', 'payments.card');
  return digits;
}

interface NewDeposit {
  by: Mover;
  /** Who answers for it and cannot credit it. */
  createdBy: string;
  /** Of the program that reports it. */
  keyId?: string | undefined;
  clientId: string;
  walletId: string;
  amount: bigint;
  usd: bigint;
  reference?: string | null;
  card?: string | null;
  /** What its sender is known by at the bank, and a note for staff. */
  bankReference?: string;
  note?: string;
  /** Whether another person than the client has paid it, or the bank does not say who. */
  otherPayer?: boolean;
  countedAt?: Date;
  at: Date;
}

/** Stores a deposit that waits for its money. */
export async function insertDeposit(app: App, tx: Tx, terms: Terms, of: NewDeposit): Promise<string> {
  const id = newId();
  const { by, clientId, walletId, amount, usd, reference = null, card = null, at } = of;
  const { method, currency } = terms;
  const settings = await readSettings(tx);
  const source = card && (await fingerprintOf(app, tx, method, card));
  await tx.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, fee, fee_fixed, fee_percent, working_days, usd,
                         reference, source, source_label, bank_reference, note, other_payer, created_by, key_id, approvals_needed, created_at, updated_at, counted_at, expires_at)
    values (${id}, 'deposit', 'created', ${clientId}, ${walletId}, ${currency}, ${method}, ${amount}, ${feeOf(terms, amount)}, ${terms.feeFixed},
            ${terms.feePercent}, ${terms.days}, ${usd}, ${reference}, ${source}, ${card && maskCard(card)}, ${of.bankReference ?? null},
            ${of.note ?? null}, ${of.otherPayer ?? false}, ${of.createdBy}, ${of.keyId ?? null}, ${approvalsNeeded(settings, usd)}, ${at}, ${at}, ${of.countedAt ?? null}, ${addHours(at, terms.openDays * 24)})`);
  await signNewRow(tx, app.config, 'payment', sql`p.id = ${id}`);
  await recordStatus(tx, [{ id, clientId }], 'created', { by, at });
  await moveOn(app, tx, { id, clientId, kind: 'deposit', state: 'created' }, 'awaiting_payment', { by, at });
  return id;
}

/** Of a test card there is none. */
function referenceOf(method: PaymentMethod): string | null {
  if (method === 'sandbox') return null;
  return isByProvider(method) ? providerReference('DEP') : transferReference();
}

interface Instruction {
  paymentId: string;
  currency: string;
  own: string | null;
}

/**
 * Stores the account that the client is shown now: their own, or that of all. It counts for this deposit, whatever becomes of
 * the account.
 * @throws Refusal `payments.method`
 */
async function storeInstruction(tx: Tx, { paymentId, currency, own }: Instruction): Promise<void> {
  const stored = await tx.run(sql`
    insert into payment_instruction (payment_id, beneficiary, bank, own, iban, bic, scheme, country, account_number, details)
    select ${paymentId}, beneficiary, bank, ${own !== null}, ${own === null ? sql`iban, bic, scheme, country, account_number, details` : sql`${own}, bic, 'iban', null, null, '{}'`}
    from payment_bank_account where currency = ${currency}`);
  if (stored === 0) throw noSuchWay('method');
}

async function creditAtOnce(app: App, tx: Tx, id: string, at: Date): Promise<void> {
  const payment = await lockPayment(tx, sql`p.id = ${id}`);
  await creditWallet(app, tx, payment, { by: { kind: 'system' }, at });
}
