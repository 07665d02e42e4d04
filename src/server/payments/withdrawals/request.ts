import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { reachesIn, schemeOf } from '#contract/payments/payouts/schemes.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { newId } from '#server/platform/id.ts';
import { macColumns, signAtCommit, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { feeOf } from '#contract/payments/fee.ts';
import { readAmount, reduced, usdValueAt } from '../amounts.ts';
import { factsOf } from '../credit-wallet.ts';
import { checkAllowance } from '../limits.ts';
import type { Fields } from '../destinations/account-checks.ts';
import { usableFrom } from '../destinations/destinations.ts';
import { adapterOf, readTerms, termsAmong, type Terms } from '../methods.ts';
import { moveOn, recordStatus } from '../lifecycle/move.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { inOrder, resultsOf } from '#server/platform/in-order.ts';
import { readInfo } from '../payment-info.ts';
import { lockClient, readPayment } from '../payment-row.ts';
import { approvalsNeeded, readSettings } from '../settings.ts';
import { checkDisputes } from './held-back.ts';
import { checkSecondFactor } from './second-factor.ts';
import { checkReturn } from './sources.ts';
import { chooseDeposit } from './to-card.ts';
import { checkRestriction } from '../restrictions.ts';
import { readTierTerms } from './tier-terms.ts';

export interface WithdrawalInput {
  wallet_id: string;
  destination_id: string;
  amount: string;
}

/**
 * Requests a withdrawal. It waits for the emailed code, and no money is held before. The checks run here so that the
 * client learns of them at once, and again with the money when the client confirms. The fee is that of the client's
 * tier now, which is shown before the confirmation: it stays, whatever becomes of the tier.
 * @throws Refusal as `payments.withdraw` lists them
 */
export async function requestWithdrawal(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  input: WithdrawalInput,
  key: string,
): Promise<PaymentInfo> {
  const intent = { ownerId: me.id, key, action: 'payments.withdraw', body: input, resultId: newId() };
  const id = await app.db.tx((tx) =>
    runIdempotent(
      app,
      tx,
      intent,
      (found) => draft(app, tx, me.id, intent.resultId, input, resultsOf<Found>(found)),
      () =>
        Promise.allSettled([
          readWallet(tx, me.id, input.wallet_id),
          findDestination(app, tx, me.id, input.destination_id),
          readTerms(app, tx),
        ]),
    ),
  );
  return readInfo(app, language, sql`p.id = ${id} and p.client_id = ${me.id}`);
}

interface Wallet {
  currency: string;
  /** What one unit is worth in USD. */
  rate: string;
}

type Found = [Wallet, Target, Terms[]];

/** @throws Refusal `http.not_found` */
async function readWallet(tx: Tx, clientId: string, walletId: string): Promise<Wallet> {
  const wallet = await tx.maybeOne<Wallet>(sql`
    select w.currency, c.usd_rate as rate from wallet w join currency c on c.code = w.currency
    where w.id = ${walletId} and w.client_id = ${clientId}`);
  if (!wallet) throw notFound();
  return wallet;
}

async function draft(
  app: App,
  tx: Tx,
  clientId: string,
  id: string,
  input: WithdrawalInput,
  [{ currency, rate }, destination, allTerms]: Found,
): Promise<string> {
  checkReach(destination, currency);
  const terms = termsAmong(allTerms, { method: destination.method, kind: 'withdrawal', currency }, 'destination_id');
  const amount = readAmount(input.amount, currency, terms);
  const usd = usdValueAt(rate, amount, currency);
  const source = sourceOf(destination);
  const [, , refundsId, , settings, { feeOffPercent }] = await inOrder([
    lockClient(tx, clientId),
    checkWithdrawal(app, tx, { clientId, method: destination.method, source, usdMinor: usd }),
    destination.method === 'card' ? chooseDeposit(tx, { clientId, source, currency, amount }) : null,
    checkFunds(tx, input.wallet_id, currency, amount),
    readSettings(tx),
    readTierTerms(tx, clientId),
  ]);

  const at = app.clock.now();
  const price = reduced(terms, feeOffPercent);
  const expiresAt = new Date(at.getTime() + settings.confirmMinutes * 60_000);
  const stored = tx.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, fee, fee_fixed, fee_percent, working_days, usd,
                         source, destination_id, refunds_id, created_by, approvals_needed, created_at, updated_at, expires_at)
    values (${id}, 'withdrawal', 'draft', ${clientId}, ${input.wallet_id}, ${currency}, ${destination.method}, ${amount},
            ${feeOf(price, amount)}, ${price.feeFixed}, ${price.feePercent}, ${terms.days}, ${usd}, ${source}, ${destination.id},
            ${refundsId}, ${clientId}, ${approvalsNeeded(settings, usd)}, ${at}, ${at}, ${expiresAt})`);
  signAtCommit(tx, app.config, 'payment', id, sql`p.id = ${id}`);
  const by = { kind: 'client', id: clientId } as const;
  const [, , , payment] = await Promise.all([
    stored,
    recordStatus(tx, [{ id, clientId }], 'draft', { by, at }),
    moveOn(app, tx, { id, clientId, kind: 'withdrawal', state: 'draft' }, 'awaiting_confirmation', { by, at }),
    readPayment(tx, sql`p.id = ${id}`),
  ]);
  await app.outbox.emit(tx, 'payments.withdrawal_code_requested', factsOf(payment));
  return id;
}

interface Target {
  id: string;
  method: PaymentMethod;
  scheme: string | null;
  details: Fields;
  fingerprint: string;
}

/** @throws Refusal `http.not_found`, `payments.destination_unconfirmed`, `payments.destination_waits` */
async function findDestination(app: App, tx: Tx, clientId: string, id: string): Promise<Target> {
  const found = await tx.maybeOne<Target & RowMac & { confirmed: boolean; usableFrom: Date | null }>(sql`
    select d.id, d.method, d.scheme, d.details, d.fingerprint, d.confirmed_at is not null as confirmed,
           ${usableFrom} as "usableFrom", ${macColumns('payment_destination')}
    from payment_destination d where d.id = ${id} and d.client_id = ${clientId} and d.removed_at is null`);
  if (!found || !isGenuine(app, 'payment_destination', id, found)) throw notFound();
  if (!found.confirmed) throw refuseField('destination_id', 'payments.destination_unconfirmed');
  const waitMs = (found.usableFrom?.getTime() ?? 0) - app.clock.now().getTime();
  if (waitMs > 0)
    throw refuseField('destination_id', 'payments.destination_waits', { hours: Math.ceil(waitMs / 3_600_000) });
  return found;
}

/** @throws Refusal `payments.destination_currency` when the bank takes another currency and no BIC is known */
function checkReach({ scheme, details }: Target, currency: string): void {
  if (scheme === null || reachesIn(schemeOf(scheme), details, currency)) return;
  throw refuseField('destination_id', 'payments.destination_currency', { currency });
}

/** The source that a withdrawal returns money to: its card, or the method as a whole. */
function sourceOf({ method, fingerprint }: Target): string | null {
  return adapterOf(method).returnsTo === 'account' ? fingerprint : null;
}

/**
 * Whether this client may send so much that way now; the client's lock is held.
 * @throws Refusal `payments.restricted`, `payments.second_factor`, `payments.level`, `payments.blocked_after_change`,
 * `payments.limit_…`, `payments.return_to_source`, `payments.disputed`
 */
export async function checkWithdrawal(
  app: App,
  tx: Tx,
  of: { clientId: string; method: PaymentMethod; source: string | null; usdMinor: bigint },
): Promise<void> {
  const decided = { ...of, kind: 'withdrawal', at: app.clock.now() } as const;
  await inOrder([
    checkRestriction(app, tx, decided),
    checkSecondFactor(app, tx, of.clientId),
    checkAllowance(tx, decided),
    checkReturn(tx, of),
    checkDisputes(tx, of),
  ]);
}

async function checkFunds(tx: Tx, walletId: string, currency: string, amount: bigint): Promise<void> {
  const { available } = await tx.one<{ available: bigint }>(sql`
    select b.amount as available from wallet w join ledger_balance b on b.account_id = w.available_id where w.id = ${walletId}`);
  if (available < amount)
    throw refuse('ledger.insufficient_funds', { known: 'yes', available: amountWritten(available, currency) });
}
