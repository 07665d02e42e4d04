import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { hold } from '#server/ledger/hold.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit } from '#server/platform/http/limits/rate-limit.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { refuse, refuseField, refuseUntil, type Refusal } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { checkWithdrawal } from './request.ts';
import { approveByRule, isUndecided } from './automatic-approval/approve-by-rule.ts';
import { checkTakesBack } from './to-card.ts';
import { accountsOf, factsOf, entryContext } from '../credit-wallet.ts';
import { hashCode } from '../emailed-secrets.ts';
import { moveOn } from '../lifecycle/move.ts';
import { findResult, runIdempotent } from '#server/platform/idempotency.ts';
import { readInfo } from '../payment-info.ts';
import { lockPayment, readPayment, type PaymentRow } from '../payment-row.ts';
import { readSettings } from '../settings.ts';

/** Wrong codes that one client may enter, over all withdrawals and all emailed codes. */
const guessLimits = [
  { name: 'hour', hits: 10, windowS: 3600 },
  { name: 'day', hits: 30, windowS: 86_400 },
] as const;

interface Confirmation {
  payment_id: string;
  code: string;
}

/**
 * Confirms a withdrawal with the emailed code: the money is held, and the request enters the queue of staff. Of several
 * at once, only as many succeed as balance and limits allow.
 * @throws Refusal as `payments.confirm_withdrawal` lists them
 */
export async function confirmWithdrawal(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  body: Confirmation,
  key: string,
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind = 'withdrawal'`;
  const intent = { ownerId: me.id, key, action: 'payments.confirm_withdrawal', body };
  if (!(await findResult(app, app.db, intent))) {
    const refusal = await checkCode(app, await readPayment(app.db, mine), body.code);
    const confirm = (mayDecide: boolean) =>
      app.db.tx((tx) =>
        runIdempotent(app, tx, intent, async () => {
          // Only here, where a concurrent copy of this call may have confirmed already. The present state of the
          // withdrawal says more than its code.
          const payment = await lockPayment(tx, mine);
          if (payment.state !== 'awaiting_confirmation') throw refuse('payments.state');
          if (refusal) throw refusal;
          await submit(app, tx, payment);
          if (mayDecide) await approveByRule(app, tx, body.payment_id, app.clock.now());
          return body.payment_id;
        }),
      );
    // What a rule may no longer approve, as its facts have changed since they were read, is confirmed all the same: it waits for staff.
    await confirm(true).catch((error: unknown) => (isUndecided(error) ? confirm(false) : Promise.reject(error)));
  }
  return readInfo(app, language, mine);
}

/**
 * Checks a code and counts it when it is wrong. Guesses of one client wait for each other, so that concurrent guesses,
 * at however many withdrawals, are no more than guesses in a row. In a transaction of its own, because a refusal would
 * roll the count back.
 * @returns the refusal `payments.state`, `payments.code_paused`, `payments.code_attempts`, `payments.code_expired` or
 * `payments.code_wrong`, if any
 */
async function checkCode(app: App, payment: PaymentRow, code: string): Promise<Refusal | undefined> {
  if (payment.state !== 'awaiting_confirmation') return refuse('payments.state');
  const { codeAttempts } = await readSettings(app.db);
  return app.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal-code ${payment.clientId}`}, 0))`);
    const paused = await addGuesses(tx, app, payment.clientId, 0);
    if (paused) return paused;
    const refusal = await readCode(tx, app, payment.id, code, codeAttempts);
    if (refusal?.fields['code']?.[0]?.code === 'payments.code_wrong') await addGuesses(tx, app, payment.clientId, 1);
    return refusal;
  });
}

async function readCode(
  tx: Tx,
  app: App,
  paymentId: string,
  code: string,
  codeAttempts: number,
): Promise<Refusal | undefined> {
  // A keyed hash: the time of its comparison reveals nothing about the code.
  const hash = hashCode(app, paymentId, code);
  const tried = await tx.maybeOne<{ right: boolean; attempts: number; current: boolean }>(sql`
    update payment set code_attempts = code_attempts + (code_hash is distinct from ${hash})::int
    where id = ${paymentId} and state = 'awaiting_confirmation' and code_attempts < ${codeAttempts}
    returning coalesce(code_hash = ${hash}, false) as right, code_attempts as attempts,
              coalesce(code_expires_at > ${app.clock.now()}, false) as current`);
  if (!tried) return refuseField('code', 'payments.code_attempts');
  // Not emailed yet, or long ago.
  if (!tried.current) return refuseField('code', 'payments.code_expired');
  if (tried.right) return undefined;
  return refuseField('code', 'payments.code_wrong', { left: codeAttempts - tried.attempts });
}

/**
 * A new withdrawal or a new code does not start the count again: it is the client's.
 * @returns the refusal when the limit was reached before
 */
async function addGuesses(tx: Tx, { clock }: App, clientId: string, guesses: 0 | 1): Promise<Refusal | undefined> {
  let paused: Refusal | undefined;
  for (const { name, hits, windowS } of guessLimits) {
    const window = await countHit(tx, clock, ['withdrawal-code', name, clientId], windowS, guesses);
    if (window.hits - guesses >= hits) paused = refuseUntil('payments.code_paused', window.endsInS);
  }
  return paused;
}

async function submit(app: App, tx: Tx, payment: PaymentRow): Promise<void> {
  if (!payment.method) throw new Error(`withdrawal ${payment.id} has no method`);
  const { id, clientId, method, source, amount } = payment;
  const at = app.clock.now();
  const by = { kind: 'client', id: clientId } as const;
  await checkDestination(app, tx, payment);
  await checkWithdrawal(app, tx, { clientId, method, source, usdMinor: payment.usd });
  await checkTakesBack(tx, payment);
  const held = await hold(tx, entryContext(payment, { key: 'hold', kind: 'hold', at, by }), {
    wallet: accountsOf(payment).wallet,
    amountMinor: amount,
    purpose: 'withdrawal',
  });
  const changes = sql`, hold_id = ${held.id}, counted_at = ${at}, code_hash = null`;
  await moveOn(app, tx, payment, 'submitted', { by, at, changes });
  await app.outbox.emit(tx, 'payments.withdrawal_submitted', factsOf({ ...payment, id }));
}

/** A destination that was removed since the code was requested must not be used. */
async function checkDestination(app: App, tx: Tx, { destinationId }: PaymentRow): Promise<void> {
  const good = await tx.maybeOne<RowMac & { id: string }>(sql`
    select d.id, ${macColumns('payment_destination')}
    from payment_destination d where d.id = ${destinationId} and d.confirmed_at is not null and d.removed_at is null`);
  if (!good || !isGenuine(app, 'payment_destination', good.id, good)) throw refuse('payments.destination_unconfirmed');
}

/**
 * Emails a new code.
 * @throws Refusal `http.not_found`, `payments.state`
 */
export async function sendCode(app: App, me: Person, paymentId: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const mine = sql`p.id = ${paymentId} and p.client_id = ${me.id} and p.kind = 'withdrawal'`;
    const payment = await readPayment(tx, mine);
    if (payment.state !== 'awaiting_confirmation') throw refuse('payments.state');
    await app.outbox.emit(tx, 'payments.withdrawal_code_requested', factsOf(payment));
  });
  return { status: 'ok' };
}
