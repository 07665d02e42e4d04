import { chargeOf } from '#contract/ipo/charge.ts';
import type { IpoApplication } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { checkMayDeal } from '#server/platform/people/staff-dealing.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { isAmendable, isCancellable, type Applied } from './application-row.ts';
import { feesOf, replaceHold } from './hold-money.ts';
import { endApplications } from '../lifecycle/end-applications.ts';
import { lockApplied, offeringOf, ownApplication } from './own-application.ts';
import { recordStatus } from './status-history.ts';
import { checkTerms, type Input } from './terms.ts';

interface ChangeInput<Body> {
  language: Language;
  key: string;
  body: Body & { application_id: string };
}

/**
 * Runs a client's action on an application once, under the locks of client, offering and application, in this order.
 */
async function change<Body>(
  app: App,
  me: Pick<Person, 'id'>,
  action: string,
  { key, body, language }: ChangeInput<Body>,
  run: (tx: Tx, applied: Applied, now: Date) => Promise<void>,
): Promise<IpoApplication> {
  await app.db.tx((tx) =>
    runIdempotent(
      app,
      tx,
      { ownerId: me.id, key, action, body, resultId: body.application_id },
      async ([, offeringId]) => {
        await run(tx, await lockApplied(tx, me, body.application_id, offeringId), app.clock.now());
        return body.application_id;
      },
      () => Promise.all([lockPeople(tx, me.id), offeringOf(tx, me, body.application_id)]),
    ),
  );
  return ownApplication(app, me, language, body.application_id);
}

/**
 * Changes quantity or price while the book is open; the hold follows at the range's upper end.
 * @throws Refusal `http.not_found`, `ipo.cut_off`, those of the terms, `staff.dealing`, `ledger.insufficient_funds`
 */
export function amend(app: App, me: Pick<Person, 'id'>, requestedChange: ChangeInput<Input>): Promise<IpoApplication> {
  return change(app, me, 'ipo.amend', requestedChange, async (tx, applied, now) => {
    if (!isAmendable(applied, now)) throw refuse('ipo.cut_off');
    const { quantity, price_type } = requestedChange.body;
    const limitMinor = checkTerms(applied, requestedChange.body);
    if (requestsMore(applied, { quantity, limitMinor }))
      await checkMayDeal(tx, { clientId: me.id, scope: applied.id, at: now });
    const held = await replaceHold(app, tx, applied, {
      quantity,
      priceMinor: applied.priceHighMinor,
      key: requestedChange.key,
    });
    await tx.run(sql`
      update ipo_application
      set state = 'amended', quantity = ${quantity}, price_type = ${price_type}, limit_price_minor = ${limitMinor},
          hold_id = ${held.holdId}, held_minor = ${held.heldMinor}, price_low_seen_minor = ${applied.priceLowMinor},
          price_high_seen_minor = ${applied.priceHighMinor}, updated_at = ${now}
      where id = ${applied.applicationId}`);
    await recordStatus(app, tx, { ...applied, state: 'amended', quantity, by: 'client' });
  });
}

/** Cancels an application and frees its money. @throws Refusal `http.not_found`, `ipo.cut_off` */
export function cancel(
  app: App,
  me: Pick<Person, 'id'>,
  requestedChange: ChangeInput<object>,
): Promise<IpoApplication> {
  return change(app, me, 'ipo.cancel', requestedChange, async (tx, applied, now) => {
    if (!isCancellable(applied, now)) throw refuse('ipo.cut_off');
    const { applicationId: id, clientId, holdId, quantity } = applied;
    if (holdId === null) throw new Error(`application ${applied.number} waits and holds nothing`);
    const by = { kind: 'client', id: me.id } as const;
    await endApplications(app, tx, [{ id, clientId, holdId, quantity }], {
      state: 'cancelled',
      reason: 'requested_by_client',
      by,
    });
  });
}

/** Whether a client requests more shares than before, or the same at a higher price. */
function requestsMore(
  { quantity, limitPriceMinor }: Pick<Applied, 'quantity' | 'limitPriceMinor'>,
  requestedChange: { quantity: number; limitMinor: bigint | null },
): boolean {
  const higher =
    limitPriceMinor !== null && (requestedChange.limitMinor === null || requestedChange.limitMinor > limitPriceMinor);
  return requestedChange.quantity > quantity || higher;
}

/**
 * Confirms an application at a final price far outside the range. If that costs more than is held, the difference is
 * held as well.
 * @throws Refusal `http.not_found`, `ipo.nothing_to_confirm`, `ipo.confirm_over`, `staff.dealing`,
 * `ledger.insufficient_funds`
 */
export function reconfirm(
  app: App,
  me: Pick<Person, 'id'>,
  requestedChange: ChangeInput<object>,
): Promise<IpoApplication> {
  return change(app, me, 'ipo.reconfirm', requestedChange, async (tx, applied, now) => {
    const { applicationState, ownConfirmUntil, finalPriceMinor, quantity, heldMinor } = applied;
    if (applicationState !== 'reconfirm_required' || finalPriceMinor === null) throw refuse('ipo.nothing_to_confirm');
    if (applied.state !== 'reconfirming' || ownConfirmUntil === null || now >= ownConfirmUntil)
      throw refuse('ipo.confirm_over');
    await checkMayDeal(tx, { clientId: me.id, scope: applied.id, at: now });
    const { costMinor, feeMinor } = chargeOf(quantity, finalPriceMinor, feesOf(applied));
    const held =
      costMinor + feeMinor > heldMinor
        ? await replaceHold(app, tx, applied, { quantity, priceMinor: finalPriceMinor, key: requestedChange.key })
        : { holdId: applied.holdId, heldMinor };
    await tx.run(sql`
      update ipo_application set state = 'confirmed', hold_id = ${held.holdId}, held_minor = ${held.heldMinor}, updated_at = ${now}
      where id = ${applied.applicationId}`);
    await recordStatus(app, tx, { ...applied, state: 'confirmed', by: 'client' });
  });
}
