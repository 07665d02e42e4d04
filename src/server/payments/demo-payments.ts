import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';
import { announceDeposit } from './deposits/announce.ts';
import { requestWithdrawal } from './withdrawals/request.ts';
import { confirmWithdrawal } from './withdrawals/confirm.ts';
import { addDestination, confirmDestination } from './destinations/destinations.ts';
import { decideAdjustment, proposeAdjustment } from './staff/adjustments.ts';
import type { Staff } from './staff/run-action.ts';
import { creditDeposit } from './staff/deposit-actions.ts';
import { rejectPayment } from './staff/reject.ts';
import { assignPayment } from './staff/assign.ts';
import { approveWithdrawal, completeWithdrawal, markSent } from './staff/withdrawal-actions.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { uploadDemoProof } from './deposits/demo-proof.ts';
import { issueCode, issueDestinationToken } from './emailed-secrets.ts';
import { readInfo } from './payment-info.ts';
import { uploadProof } from './deposits/upload-proof.ts';
import { reportPayment } from './deposits/report-payment.ts';

/** The broker's own accounts, so that transfers are taken. Example numbers of the registry, at a bank that is none. */
export async function openDemoBank({ db, config, settings, clock }: App): Promise<void> {
  await db.run(sql`
    insert into payment_bank_account (currency, beneficiary, bank, iban, bic)
    select currency, ${settings.brand().name}, 'Harbour Bank', iban, 'HARB' || left(iban, 2) || 'FF'
    from (values ('USD', 'DE89370400440532013000'), ('EUR', 'DE89370400440532013000'), ('GBP', 'GB29NWBK60161331926819'))
      as account (currency, iban)`);
  await db.run(sql`
    insert into setting_version (id, key, number, was, value, reason, created_at)
    select ${newId()}, 'payments.bank_accounts', 1, '[]', jsonb_agg(to_jsonb(a) order by a.currency), '', ${clock.now()}
    from (select currency, beneficiary, bank, iban, bic from payment_bank_account) a`);
  await signNewRow(db, config, 'setting_version', sql`v.key = 'payments.bank_accounts'`);
}

/** How far a payment has come, in the order of its way. */
export type DepositStage = 'awaiting' | 'reported' | 'credited' | 'rejected';
export type WithdrawalStage = 'submitted' | 'in_review' | 'approved_once' | 'sent' | 'completed' | 'rejected';

interface DemoPayer extends Pick<Person, 'id' | 'fullName' | 'country' | 'language' | 'brand'> {
  walletId: string;
}

/** The same app some time later, because real steps do not all happen in one moment. */
const later = (app: App, minutes: number): App => {
  const at = new Date(app.clock.now().getTime() + minutes * 60_000);
  return { ...app, clock: { now: () => at } };
};
const twoDays = 2 * 24 * 60;

const english = 'en';
const key = () => newId();

/** The two of finance who see each other's work through. */
async function paymentStaff({ db }: App): Promise<[first: Staff, second: Staff]> {
  const [first, second] = await db.rows<{ id: string }>(sql`
    select id from person where 'finance' = any(roles) order by created_at limit 2`);
  if (!first || !second) throw new Error('the cast has no two persons of finance');
  const staff = (id: string): Staff => ({
    me: { id, roles: ['client', 'finance'], numberStyle: defaultNumberStyle },
    language: english,
    get key() {
      return key();
    },
  });
  return [staff(first.id), staff(second.id)];
}

async function personOf({ db }: App, clientId: string): Promise<DemoPayer> {
  return db.one<DemoPayer>(sql`
    select c.id, c.full_name as "fullName", c.country, c.language, c.brand, w.id as "walletId"
    from person c join wallet w on w.client_id = c.id and w.kind = 'main' and w.currency = 'USD' where c.id = ${clientId}`);
}

/** A bank transfer into the main wallet, up to a stage. */
export async function seedDeposit(
  app: App,
  clientId: string,
  amount: string,
  stage: DepositStage = 'credited',
): Promise<void> {
  const me = await personOf(app, clientId);
  const input = { wallet_id: me.walletId, method: 'bank_transfer' as const, amount };
  const { payment } = await announceDeposit(app, me, english, input, key());
  if (stage === 'awaiting') return;
  const body = { payment_id: payment.id };
  if (stage === 'reported') {
    await proveDeposit(later(app, 20), me, payment, amount);
    return;
  }
  await reportPayment(later(app, 20), { me, language: english, body, key: key() });
  const [first, second] = await paymentStaff(app);
  await assignPayment(later(app, 90), first, body);
  if (stage === 'rejected') {
    await rejectPayment(later(app, twoDays), first, { ...body, reason: 'not_received' });
    return;
  }
  const { payment: seen } = await creditDeposit(later(app, 95), first, { ...body, received: amount });
  if (seen.state !== 'credited') await creditDeposit(later(app, 130), second, { ...body, received: amount });
}

/** Reports a transfer with the bank's receipt. */
async function proveDeposit(app: App, me: DemoPayer, { id, number }: { id: string; number: string }, amount: string) {
  const { reference } = await readInfo(app, english, sql`p.id = ${id}`);
  const lines = [
    `To: ${app.settings.brand().name}`,
    `Amount: USD ${amount}`,
    `Reference: ${reference}`,
    `Our number: ${number}`,
  ];
  const file = await uploadDemoProof(app, me.id, ['Transfer order accepted', ...lines]);
  await uploadProof(app, me, english, { payment_id: id, files: [file] }, key());
}

/** A deposit by test card. */
export async function seedCardDeposit(app: App, clientId: string, amount: string): Promise<void> {
  const me = await personOf(app, clientId);
  const input = { wallet_id: me.walletId, method: 'sandbox' as const, amount, card: '4242424242424242' };
  await announceDeposit(app, me, english, input, key());
}

/** A withdrawal from the main wallet to the client's bank, up to a stage. */
export async function seedWithdrawal(
  app: App,
  clientId: string,
  amount: string,
  stage: WithdrawalStage = 'completed',
): Promise<void> {
  const me = await personOf(app, clientId);
  const input = { wallet_id: me.walletId, destination_id: await destinationOf(app, me), amount };
  const { payment } = await requestWithdrawal(app, me, english, input, key());
  const { code = '' } = (await issueCode(app, payment.id)) ?? {};
  const body = { payment_id: payment.id };
  await confirmWithdrawal(later(app, 2), me, english, { ...body, code }, key());
  if (stage !== 'submitted') await seeThrough(app, body, stage);
}

async function seeThrough(app: App, body: { payment_id: string }, stage: WithdrawalStage): Promise<void> {
  const [first, second] = await paymentStaff(app);
  await assignPayment(later(app, 60), first, body);
  if (stage === 'in_review') return;
  if (stage === 'rejected') {
    await rejectPayment(later(app, 70), first, { ...body, reason: 'documents_needed' });
    return;
  }
  const { payment } = await approveWithdrawal(later(app, 75), first, body);
  if (stage === 'approved_once') return;
  if (payment.state !== 'approved') await approveWithdrawal(later(app, 100), second, body);
  await markSent(later(app, 120), second, body);
  if (stage === 'completed') await completeWithdrawal(later(app, twoDays), second, body);
}

/** Example IBANs of the registry, by country. */
const ibans: Partial<Record<string, string>> = {
  AE: 'AE070331234567890123456',
  CZ: 'CZ6508000000192000145399',
  DE: 'DE75512108001245126199',
  GB: 'GB33BUKB20201555555555',
  IT: 'IT60X0542811101000000123456',
  PL: 'PL61109010140000071219812874',
};

/** What clients call their account at a bank, each in their own language. */
const accountNames: Partial<Record<Language, string>> & { en: string } = {
  ar: 'حسابي الأساسي',
  de: 'Girokonto',
  en: 'Main account',
};

/** The client's confirmed account; the first time it is saved and its link opened. */
async function destinationOf(app: App, me: DemoPayer): Promise<string> {
  const saved = await app.db.maybeOne<{ id: string }>(sql`
    select id from payment_destination where client_id = ${me.id} and confirmed_at is not null and removed_at is null
    order by id limit 1`);
  if (saved) return saved.id;
  const input = {
    method: 'bank_transfer' as const,
    account: ibans[me.country] ?? '',
    label: accountNames[me.language] ?? accountNames.en,
  };
  const { id } = await addDestination(app, me, input, key());
  const { token = '' } = (await issueDestinationToken(app, id)) ?? {};
  await confirmDestination(app, me, token);
  return id;
}

/**
 * Money given to a client for a reason, proposed by one person of finance; the other approves unless it should stay
 * pending.
 */
export async function seedAdjustment(
  app: App,
  clientId: string,
  of: { amount: string; category: 'goodwill' | 'fee_refund'; note: string; decided: boolean },
): Promise<void> {
  const { walletId } = await personOf(app, clientId);
  const [first, second] = await paymentStaff(app);
  const { decided, ...input } = of;
  const approvalRequest = { wallet_id: walletId, direction: 'give' as const, ...input };
  const { payment } = await proposeAdjustment(app, second, approvalRequest);
  if (decided) await decideAdjustment(later(app, 45), first, { payment_id: payment.id, decision: 'approve' });
}
