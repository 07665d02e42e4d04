import { houseAccount, openAccounts, walletAccounts, type HouseAccountKind } from '#server/ledger/accounts.ts';
import { post, type LedgerKind, type Posting } from '#server/ledger/post.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { operatorDetail } from './methods.ts';
import { moveOn, type Mover } from './lifecycle/move.ts';
import { netOf, numberOf, type PaymentRow } from './payment-row.ts';

/** The ledger accounts of a payment's money. */
export function accountsOf(payment: Pick<PaymentRow, 'clientId' | 'walletId' | 'currency' | 'method'>) {
  const settings = (kind: HouseAccountKind, detail?: string) => houseAccount(kind, payment.currency, detail);
  const detail = payment.method ? operatorDetail(payment.method) : undefined;
  return {
    wallet: walletAccounts(payment.clientId, payment.walletId),
    pspIn: settings('psp_in', detail),
    pspOut: settings('psp_out', detail),
    fees: settings('fees'),
    bonus: settings('bonus'),
    suspense: settings('suspense'),
  };
}

/** Opens the operator's accounts, drops empty postings, and posts under the payment's own scope. */
export async function postPayment(
  tx: Tx,
  payment: PaymentRow,
  context: { key: string; kind: LedgerKind; at: Date; by: Mover },
  postings: readonly Posting[],
): Promise<string> {
  const moving = postings.filter(({ amountMinor }) => amountMinor !== 0n);
  const [, { id }] = await Promise.all([
    openHouseAccount(tx, payment, context.at),
    post(tx, entryContext(payment, context), moving),
  ]);
  return id;
}

export async function openHouseAccount(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  const { wallet: _, pspIn, pspOut, ...others } = accountsOf(payment);
  await openAccounts(tx, at, payment.method ? [pspIn, pspOut, ...Object.values(others)] : Object.values(others));
}

/** The context of a ledger entry that belongs to a payment. */
export function entryContext<Kind>(payment: PaymentRow, context: { key: string; kind: Kind; at: Date; by: Mover }) {
  const { key, kind, at, by } = context;
  return {
    scope: `payment:${payment.id}`,
    key,
    kind,
    at,
    reference: { type: 'payment', id: payment.id },
    ...(by.id === undefined ? {} : { actorId: by.id }),
  };
}

/** Credits a deposit, less its fee, and notifies the client. */
export async function creditWallet(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  move: { by: Mover; at: Date; changes?: Sql },
): Promise<void> {
  const { wallet, pspIn, fees } = accountsOf(payment);
  const changes = sql`, amount = ${payment.amount}, fee = ${payment.fee}, usd = ${payment.usd},
    counted_at = coalesce(counted_at, ${move.at}) ${move.changes ?? sql``}`;
  await Promise.all([
    postPayment(tx, payment, { key: 'credit', kind: 'deposit', ...move }, [
      { account: pspIn.code, amountMinor: -payment.amount },
      { account: wallet.available, amountMinor: payment.amount - payment.fee },
      { account: fees.code, amountMinor: payment.fee },
    ]),
    moveOn(app, tx, payment, 'credited', { ...move, changes }),
  ]);
  await app.outbox.emit(tx, 'payments.deposit_credited', factsOf(payment));
}

/** The facts of an email about a payment; `amount` is what reaches the wallet or the destination. */
export function factsOf(payment: PaymentRow) {
  const { id: paymentId, clientId, currency } = payment;
  return { paymentId, clientId, number: numberOf(payment), amount: toDecimal(netOf(payment), currency), currency };
}

/** The facts of a payment that failed: the whole amount, the fee included. */
export const wholeFactsOf = (payment: PaymentRow) => ({
  ...factsOf(payment),
  amount: toDecimal(payment.amount, payment.currency),
});

/** The same for a payment that was rejected or returned. */
export const refusedFactsOf = (payment: PaymentRow, reason: string) => ({ ...wholeFactsOf(payment), reason });
