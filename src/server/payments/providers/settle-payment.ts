import type { ProviderFinding } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import { isNameOnCard } from '../bank-files/bank-text.ts';
import { creditWallet, wholeFactsOf } from '../credit-wallet.ts';
import { isOverInstrument } from '../deposits/instrument-limits.ts';
import { fingerprintOf } from '../destinations/account-key.ts';
import { adapterOf } from '../methods.ts';
import { moveOn } from '../lifecycle/move.ts';
import { lockPayment, numberOf, readPayment } from '../payment-row.ts';
import { checkUnchangedPayment, evidenceColumns, type Evidence, type Witnessed } from '../unchanged.ts';
import { followDispute, noteDispute } from './disputes.ts';
import { addFinding } from './findings.ts';
import { isPage } from './page.ts';
import { askAgainS, nextWatch } from './pauses.ts';
import { readProviderRow, type Read } from './provider-row.ts';
import { followRefund } from './follow-refund.ts';
import { settleCardWithdrawals } from './card-withdrawals.ts';

const bySystem = { kind: 'system' } as const;

/**
 * Brings one of our payments to where its provider says it is, in one transaction. It only compares states, so the same
 * reading twice, or an older one after a newer one, changes nothing.
 * @returns whether it was ours
 */
export async function settlePayment(app: App, paymentId: string, found: ProviderPayment): Promise<boolean> {
  const isOurs = await follow(app, paymentId, found);
  if (isOurs) await settleCardWithdrawals(app, paymentId, found.refunds);
  return isOurs;
}

function follow(app: App, paymentId: string, found: ProviderPayment): Promise<boolean> {
  return app.db.tx(async (tx) => {
    const payment = await lockPayment<Evidence>(tx, sql`p.id = ${paymentId}`, evidenceColumns);
    const row = await readProviderRow(tx, sql`v.payment_id = ${paymentId}`);
    if (
      !row ||
      found.ref !== payment.reference ||
      (row.providerId !== null && found.id !== null && row.providerId !== found.id)
    )
      return false;
    checkUnchangedPayment(app, payment);
    const read: Read = { payment, row, found, at: app.clock.now() };
    await noteReading(app, tx, read);
    if (found.isSuspect)
      await addFinding(app, tx, { paymentId, kind: 'fraud_warning', amount: found.received, at: read.at });
    await followState(app, tx, read);
    for (const refund of found.refunds) await followRefund(app, tx, await now(tx, read), refund);
    for (const dispute of found.disputes) await noteDispute(tx, read, dispute);
    for (const dispute of found.disputes) await followDispute(app, tx, await now(tx, read), dispute);
    return true;
  });
}

/** The same with the payment as the steps before have left it. */
const now = async (tx: Tx, read: Read): Promise<Read> => ({
  ...read,
  payment: await readPayment<Evidence>(tx, sql`p.id = ${read.row.paymentId}`, evidenceColumns),
});

const hasEnded = ({ state }: ProviderPayment) => state === 'paid' || state === 'failed' || state === 'expired';

async function noteReading(app: App, tx: Tx, { row, found, at }: Read): Promise<void> {
  const page = found.page !== undefined && isPage(app, found.page) ? found.page : null;
  const isOver = hasEnded(found);
  const paid = found.state === 'paid' && found.live === row.live ? found.received : null;
  await tx.run(sql`
    update provider_payment set provider_id = coalesce(provider_id, ${found.id}), asked = null, checked_at = ${at},
      state = case when ${isOver} then 'ended' when provider_id is null or state = 'open' then 'open' else state end,
      next_at = case when not ${isOver} and state <> 'ended' then ${new Date(at.getTime() + askAgainS * 1000)}::timestamptz
                else ${nextWatch(row.startedAt, at)}::timestamptz end,
      pay_url = coalesce(pay_url, ${page}),
      received = coalesce(received, ${paid?.minor ?? null}), received_currency = coalesce(received_currency, ${paid?.currency ?? null}),
      paid_at = coalesce(paid_at, case when ${paid !== null} then ${at}::timestamptz end),
      instrument = coalesce(${found.instrument?.label.slice(0, 80) ?? null}, instrument),
      holder = coalesce(${found.instrument?.holder?.slice(0, 200) ?? null}, holder),
      card_country = coalesce(${found.instrument?.country?.slice(0, 2) ?? null}, card_country)
    where payment_id = ${row.paymentId}`);
}

async function followState(app: App, tx: Tx, read: Read): Promise<void> {
  const { payment, found, at } = read;
  const isWaiting = payment.state === 'awaiting_payment';
  if (found.state === 'paid') return followPaid(app, tx, read);
  if (found.state === 'held') {
    await addFinding(app, tx, { paymentId: payment.id, kind: 'not_captured', at });
    if (isWaiting) await moveOn(app, tx, payment, 'under_review', { by: bySystem, at });
  } else if (found.state === 'failed' && isWaiting) {
    await moveOn(app, tx, payment, 'failed', { by: bySystem, at });
  } else if (found.state === 'expired' && isWaiting) {
    await moveOn(app, tx, payment, 'expired', { by: bySystem, at });
    await app.outbox.emit(tx, 'payments.deposit_expired', wholeFactsOf(payment));
  }
}

/** Credits what came when it is what was asked for, in time; anything else is for staff. */
async function followPaid(app: App, tx: Tx, { payment, row, found, at }: Read): Promise<void> {
  const { received, live, isSuspect, doubt } = found;
  const { id: paymentId, state } = payment;
  const isWhole = received !== null && received.minor === payment.amount && received.currency === payment.currency;
  const hasEndedUnpaid = state === 'expired' || state === 'cancelled' || state === 'failed';
  // What staff have rejected stays so; money that they did not see then is for them.
  const isUnseen =
    state === 'rejected' && live === row.live && received !== null && received.minor > (row.received ?? 0n);
  if (state === 'awaiting_payment' && isWhole && live === row.live && !isSuspect && !doubt) {
    const source = await noteSource(app, tx, payment, found);
    const isOver = await isOverInstrument(app, tx, { source, usdMinor: payment.usd, at });
    if (isOver) {
      await addFinding(app, tx, { paymentId, kind: 'instrument_limit', amount: received, at });
      await moveOn(app, tx, payment, 'under_review', { by: bySystem, at });
    } else await creditWallet(app, tx, payment, { by: bySystem, at });
    await reportHolder(app, tx, { payment, found, at });
    await reportShared(app, tx, { payment, found, at });
    return;
  }
  // More may come to the same address, before or after staff have closed what came first.
  const subject = received === null ? '' : `${received.minor} ${received.currency}`;
  const report = (kind: ProviderFinding) =>
    addFinding(app, tx, { paymentId, kind, subject, amount: received, at, insteadOf: { kind } });
  if (live !== row.live) await report('play_money');
  else if (!isWhole) await report('amount');
  if (hasEndedUnpaid || isUnseen || doubt === 'late') await report('late');
  if (doubt === 'by_hand') await report('by_hand');
  if (state !== 'awaiting_payment' && !hasEndedUnpaid) return;
  await noteSource(app, tx, payment, found);
  // What had ended did not count towards the limits: they are asked again when it is credited.
  const changes = hasEndedUnpaid ? sql`, counted_at = null` : sql``;
  await moveOn(app, tx, payment, 'under_review', { by: bySystem, at, changes });
}

/** A card in another name is for staff: once, as long as what it paid before has not been returned. */
async function reportHolder(
  app: App,
  tx: Tx,
  { payment: { id: paymentId, clientId }, found, at }: Pick<Read, 'payment' | 'found' | 'at'>,
): Promise<void> {
  const holder = found.instrument?.holder;
  if (!holder) return;
  const { first, second, isKnown } = await tx.one<{ first: string; second: string; isKnown: boolean }>(sql`
    select c.first_name as first, c.second_name as second, exists (
      select from payment p join payment o on o.client_id = p.client_id and o.source = p.source and o.id <> p.id and o.state = 'credited'
      join provider_finding f on f.payment_id = o.id and f.kind = 'holder' where p.id = ${paymentId}) as "isKnown"
    from person c where c.id = ${clientId}`);
  if (!isKnown && !isNameOnCard(holder, [first, second]))
    await addFinding(app, tx, { paymentId, kind: 'holder', amount: found.received, at });
}

/** A card of another client is for staff, once for each client who pays with it. */
async function reportShared(
  app: App,
  tx: Tx,
  { payment: { id: paymentId, clientId }, found, at }: Pick<Read, 'payment' | 'found' | 'at'>,
): Promise<void> {
  const { isShared } = await tx.one<{ isShared: boolean }>(sql`
    select p.source is not null and is_shared(p.source, p.client_id) and not exists (
      select from payment o join provider_finding f on f.payment_id = o.id and f.kind = 'shared_source'
      where o.client_id = p.client_id and o.source = p.source) as "isShared"
    from payment p where p.id = ${paymentId} and p.client_id = ${clientId}`);
  if (isShared) await addFinding(app, tx, { paymentId, kind: 'shared_source', amount: found.received, at });
}

/**
 * What paid, so that money can go back to it, and the same card is recognised. What the provider cannot recognise is known, and
 * named, by its deposit.
 * @returns the keyed hash of what paid; null where it is not known
 */
async function noteSource(
  app: App,
  tx: Tx,
  payment: Witnessed,
  { instrument }: ProviderPayment,
): Promise<string | null> {
  const { id, method } = payment;
  if (!instrument || !method) return null;
  await openRow(tx, app.config, 'payment', id, sql`p.id = ${id}`);
  const isOfDeposit = instrument.fingerprint === null && adapterOf(method).returnsTo === 'account';
  const account = isOfDeposit ? `deposit ${id}` : instrument.fingerprint;
  const source = account === null ? null : await fingerprintOf(app, tx, method, account);
  const label = isOfDeposit ? `${instrument.label.slice(0, 25)} · ${numberOf(payment)}` : instrument.label;
  const noted = await tx.one<{ source: string | null }>(sql`
    update payment set source = coalesce(source, ${source}), source_label = coalesce(source_label, ${label.slice(0, 40)})
    where id = ${id} returning source`);
  return noted.source;
}
