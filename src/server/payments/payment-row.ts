import type { AdjustmentCategory, PaymentKind, PaymentMethod, PaymentState } from '#contract/payments/names.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import type { Fields } from './destinations/account-checks.ts';
import { maskAccount } from './methods.ts';
import { isCancellable, nextStep, voidStates } from './rules.ts';

/** A payment as every verb reads it. Amounts in minor units of its currency, `usd` in US cents. */
export interface PaymentRow {
  id: string;
  number: bigint;
  kind: PaymentKind;
  state: PaymentState;
  clientId: string;
  walletId: string;
  currency: string;
  method: PaymentMethod | null;
  amount: bigint;
  fee: bigint;
  usd: bigint;
  takes: boolean;
  category: AdjustmentCategory | null;
  reference: string | null;
  source: string | null;
  sourceLabel: string | null;
  destinationId: string | null;
  /** The destination's whole account number. */
  destinationAccount: string | null;
  destinationDetails: Fields | null;
  /** The deposit that a withdrawal to its card refunds a part of. */
  refundsId: string | null;
  holdId: string | null;
  received: bigint | null;
  bankReference: string | null;
  note: string | null;
  reason: string | null;
  reasonTexts: ReasonTexts | null;
  /** The payment that this adjustment would reverse, or has reversed. */
  reverses: string | null;
  createdBy: string;
  /** Key of the program that made it; null for people. */
  keyId: string | null;
  reviewerId: string | null;
  approvalsNeeded: number;
  codeExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Since when it counts towards the limits; null while it does not yet. */
  countedAt: Date | null;
  expiresAt: Date | null;
  reviewHours: number;
  /**
   * The price and the days of the method at the time of the request; for a deposit they still apply when the money
   * arrives.
   */
  feeFixed: bigint;
  feePercent: string;
  days: number;
}

export const paymentColumns = sql`
  p.id, p.number, p.kind, p.state, p.client_id as "clientId", p.wallet_id as "walletId", p.currency, p.method, p.amount, p.fee, p.usd,
  p.takes, p.category, p.reference, p.source, p.source_label as "sourceLabel", p.destination_id as "destinationId",
  d.account as "destinationAccount", d.details as "destinationDetails", p.refunds_id as "refundsId", p.hold_id as "holdId", p.received, p.bank_reference as "bankReference", p.note, p.reason, reason_texts(p.reason) as "reasonTexts",
  p.reverses, p.created_by as "createdBy", p.key_id as "keyId", p.reviewer_id as "reviewerId", p.approvals_needed as "approvalsNeeded",
  p.code_expires_at as "codeExpiresAt", p.created_at as "createdAt", p.updated_at as "updatedAt", p.counted_at as "countedAt", p.expires_at as "expiresAt",
  (select s.review_hours from payment_setting s) as "reviewHours", p.fee_fixed as "feeFixed", p.fee_percent as "feePercent", p.working_days as days`;

export const paymentTables = sql`payment p left join payment_destination d on d.id = p.destination_id`;

/** What a client sees of `p`: an adjustment is internal until it is posted. */
export const shown = sql`(p.kind <> 'adjustment' or p.state in ('posted', 'reversed'))`;

/**
 * Payments that meet a condition on `p`.
 * @param more further columns of `p` and its destination `d`, as `, d.holder`
 */
export async function readPayments<More = object>(
  db: Queries,
  conditionAndOrder: Sql,
  more: Sql = sql``,
): Promise<(PaymentRow & More)[]> {
  return db.rows<PaymentRow & More>(
    sql`select ${paymentColumns} ${more} from ${paymentTables} where ${conditionAndOrder}`,
  );
}

/** @throws Refusal `http.not_found` when none meets the condition */
export async function readPayment<More = object>(db: Queries, condition: Sql, more?: Sql): Promise<PaymentRow & More> {
  const [row] = await readPayments<More>(db, condition, more);
  if (!row) throw notFound();
  return row;
}

/**
 * Locks a payment for a change: first its client, in whose name limits are counted, then the row itself.
 * @throws Refusal `http.not_found`
 */
export async function lockPayment<More = object>(tx: Tx, condition: Sql, more?: Sql): Promise<PaymentRow & More> {
  const { id, clientId } = await readPayment(tx, condition);
  const [, [payment]] = await Promise.all([lockClient(tx, clientId), lockPaymentRow<More>(tx, id, more)]);
  if (!payment) throw notFound();
  return payment;
}

/** Locks the row of a payment and reads it, with its client locked. */
export async function lockPaymentRow<More = object>(tx: Tx, id: string, more?: Sql): Promise<(PaymentRow & More)[]> {
  const [, rows] = await Promise.all([
    tx.run(sql`select from payment where id = ${id} for update`),
    readPayments<More>(tx, sql`p.id = ${id}`, more),
  ]);
  return rows;
}

/** Locks the client. Everything that counts a client's payments takes this lock. */
export async function lockClient(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
}

export const numberOf = ({ number }: Pick<PaymentRow, 'number'>): string => `P-${number}`;

/** What reaches the wallet or the destination. */
export const netOf = ({ amount, fee, takes }: Pick<PaymentRow, 'amount' | 'fee' | 'takes'>): bigint =>
  takes ? fee - amount : amount - fee;

/** A payment as the contract shapes it, in a language. */
export function showPayment(app: Pick<App, 'text' | 'settings'>, language: Language, row: PaymentRow): Payment {
  const next = nextStep(row);
  return {
    id: row.id,
    number: numberOf(row),
    kind: row.kind,
    state: row.state,
    wallet_id: row.walletId,
    currency: row.currency,
    amount: toDecimal(row.amount, row.currency),
    fee: toDecimal(row.fee, row.currency),
    net: toDecimal(netOf(row), row.currency),
    method: row.method,
    account: accountOf(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    next: next && { ...next, by: next.by?.toISOString() ?? null },
    reason: row.reason && voidStates.includes(row.state) ? explain(app, language, row, row.reason) : null,
    cancellable: isCancellable(row.kind, row.state),
  };
}

/** What a reason was given for: turning it down, unless it had gone further by then. */
const purposeOf: Partial<Record<PaymentState, ReasonPurpose>> = {
  failed: 'failure',
  refunded: 'refund',
  charged_back: 'charge_back',
  reversed: 'reversal',
};

function explain(app: Pick<App, 'text' | 'settings'>, language: Language, row: PaymentRow, stored: string) {
  return formatReason(app, language, {
    purpose: purposeOf[row.state] ?? row.kind,
    versionedCode: stored,
    reasonTexts: row.reasonTexts,
  });
}

function accountOf({ method, sourceLabel, destinationAccount }: PaymentRow): string | null {
  return destinationAccount !== null && method ? maskAccount(method, destinationAccount) : sourceLabel;
}
