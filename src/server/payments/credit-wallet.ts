import { houseAccount, openAccounts, walletAccounts, type HouseAccountKind } from '#server/ledger/accounts.ts';
import { post, type LedgerKind, type Posting } from '#server/ledger/post.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { houseDetail } from './methods.ts';
import { moveOn, type Mover } from './move.ts';
import { netOf, numberOf, type PaymentRow } from './payment-row.ts';

/** Where a payment's money stands in the ledger. */
export function accountsOf(payment: Pick<PaymentRow, 'clientId' | 'walletId' | 'currency' | 'method'>) {
  const house = (kind: HouseAccountKind, detail?: string) => houseAccount(kind, payment.currency, detail);
  const detail = payment.method ? houseDetail(payment.method) : undefined;
  return {
    wallet: walletAccounts(payment.clientId, payment.walletId),
    pspIn: house('psp_in', detail),
    pspOut: house('psp_out', detail),
    fees: house('fees'),
    bonus: house('bonus'),
    suspense: house('suspense'),
  };
}

/** Opens the house's accounts, drops what moves nothing, and posts under the payment's own scope. */
export async function postPayment(
  tx: Tx,
  payment: PaymentRow,
  act: { key: string; kind: LedgerKind; at: Date; by: Mover },
  postings: readonly Posting[],
): Promise<string> {
  await openHouse(tx, payment, act.at);
  const moving = postings.filter(({ amountMinor }) => amountMinor !== 0n);
  const { id } = await post(tx, ledgerAct(payment, act), moving);
  return id;
}

export async function openHouse(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  const { wallet: _, pspIn, pspOut, ...others } = accountsOf(payment);
  await openAccounts(tx, at, payment.method ? [pspIn, pspOut, ...Object.values(others)] : Object.values(others));
}

/** An act of the ledger that belongs to a payment. */
export function ledgerAct<Kind>(payment: PaymentRow, act: { key: string; kind: Kind; at: Date; by: Mover }) {
  const { key, kind, at, by } = act;
  return {
    scope: `payment:${payment.id}`,
    key,
    kind,
    at,
    reference: { type: 'payment', id: payment.id },
    ...(by.id === undefined ? {} : { actorId: by.id }),
  };
}

/** Credits a deposit, less its fee, and tells the client. */
export async function creditWallet(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  move: { by: Mover; at: Date; changes?: Sql },
): Promise<void> {
  const { wallet, pspIn, fees } = accountsOf(payment);
  await postPayment(tx, payment, { key: 'credit', kind: 'deposit', ...move }, [
    { account: pspIn.code, amountMinor: -payment.amount },
    { account: wallet.available, amountMinor: payment.amount - payment.fee },
    { account: fees.code, amountMinor: payment.fee },
  ]);
  const changes = sql`, amount = ${payment.amount}, fee = ${payment.fee}, usd = ${payment.usd},
    counted_at = coalesce(counted_at, ${move.at}) ${move.changes ?? sql``}`;
  await moveOn(app, tx, payment, 'credited', { ...move, changes });
  await app.outbox.emit(tx, 'payments.deposit_credited', factsOf(payment));
}

/** What a letter about a payment says; `amount` is what reaches the wallet or the destination. */
export function factsOf(payment: PaymentRow) {
  const { id: paymentId, clientId, currency } = payment;
  return { paymentId, clientId, number: numberOf(payment), amount: toDecimal(netOf(payment), currency), currency };
}

/** What is said of a payment of which nothing came: all of it, the fee included. */
export const wholeFactsOf = (payment: PaymentRow) => ({
  ...factsOf(payment),
  amount: toDecimal(payment.amount, payment.currency),
});

/** The same of one that was turned down or went back. */
export const refusedFactsOf = (payment: PaymentRow, reason: string) => ({ ...wholeFactsOf(payment), reason });
