import { Big } from 'big.js';
import { proposingActs, type PreviewedAct } from '#contract/ipo-staff-names.ts';
import type { ActPreview } from '#contract/ipo-staff-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { readDeskRow } from './offering-row.ts';
import { mayBe, type OfferingAct } from './states.ts';
import { readPrice } from './terms.ts';
import { readTouched, type PriceEffect } from './affected-applications.ts';

const possibleWith: Partial<Record<PreviewedAct, OfferingAct>> = proposingActs;

/**
 * What an act would touch, were it done now.
 * @throws Refusal `http.not_found`, `ipo_desk.state`, and on the field `ipo_desk.scale`
 */
export async function previewAct(
  app: App,
  body: { stock_id: string; act: PreviewedAct; price?: string | undefined; application_id?: string | undefined },
): Promise<ActPreview> {
  const { act } = body;
  return app.db.snapshot(async (tx) => {
    const offering = await readDeskRow(tx, body.stock_id);
    const { currency } = offering;
    if (!mayBe(possibleWith[act] ?? (act as OfferingAct), offering)) throw refuse('ipo_desk.state');
    if (act === 'price' && body.price === undefined) throw refuseField('price', 'validation.required');
    const priceMinor = body.price === undefined ? undefined : readPrice('price', body.price, currency);
    const touched = await readTouched(
      tx,
      offering,
      act,
      { priceMinor, applicationId: body.application_id },
      app.clock.now(),
    );
    return {
      act,
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

const shownEffect = (effect: PriceEffect, currency: string): ActPreview['price'] => ({
  last: toDecimal(effect.lastMinor, currency),
  new: toDecimal(effect.priceMinor, currency),
  change_percent: changeOf(effect),
  value_before: toDecimal(effect.quantity * effect.lastMinor, currency),
  value_after: toDecimal(effect.quantity * effect.priceMinor, currency),
});

const changeOf = ({ lastMinor, priceMinor }: PriceEffect): string =>
  new Big(String(priceMinor - lastMinor)).times(100).div(String(lastMinor)).round(2).toString();
