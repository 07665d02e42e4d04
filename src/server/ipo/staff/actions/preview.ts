import { Big } from 'big.js';
import { proposingActions, type PreviewedAction } from '#contract/ipo/staff-names.ts';
import type { ActionPreview } from '#contract/ipo/staff-records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { readStaffOfferingRow } from '../offering-row.ts';
import { mayBe, type OfferingAction } from '../states.ts';
import { readPrice } from '../terms.ts';
import { readTouched, type PriceEffect } from './affected-applications.ts';

const possibleWith: Partial<Record<PreviewedAction, OfferingAction>> = proposingActions;

/**
 * What an action would affect now.
 * @throws Refusal `http.not_found`, `ipo_staff.state`, and on the field `ipo_staff.scale`
 */
export async function previewAction(
  app: App,
  body: { stock_id: string; action: PreviewedAction; price?: string | undefined; application_id?: string | undefined },
): Promise<ActionPreview> {
  const { action } = body;
  return app.db.snapshot(async (tx) => {
    const offering = await readStaffOfferingRow(tx, body.stock_id);
    const { currency } = offering;
    if (!mayBe(possibleWith[action] ?? (action as OfferingAction), offering)) throw refuse('ipo_staff.state');
    if (action === 'price' && body.price === undefined) throw refuseField('price', 'validation.required');
    const priceMinor = body.price === undefined ? undefined : readPrice('price', body.price, currency);
    const touched = await readTouched(
      tx,
      offering,
      action,
      { priceMinor, applicationId: body.application_id },
      app.clock.now(),
    );
    return {
      action,
      clients: touched.clients,
      amount: toDecimal(touched.amountMinor, currency),
      currency,
      money: touched.money,
      state: touched.state,
      limit_below: touched.limitBelow,
      short: touched.short,
      until: touched.until?.toISOString() ?? null,
      price: touched.price && shownEffect(touched.price, currency),
    };
  });
}

const shownEffect = (effect: PriceEffect, currency: string): ActionPreview['price'] => ({
  last: toDecimal(effect.lastMinor, currency),
  new: toDecimal(effect.priceMinor, currency),
  change_percent: changeOf(effect),
  value_before: toDecimal(effect.quantity * effect.lastMinor, currency),
  value_after: toDecimal(effect.quantity * effect.priceMinor, currency),
});

const changeOf = ({ lastMinor, priceMinor }: PriceEffect): string =>
  new Big(String(priceMinor - lastMinor)).times(100).div(String(lastMinor)).round(2).toString();
