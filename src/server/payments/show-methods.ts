import type { Language } from '#contract/languages.ts';
import { toDecimal } from '#contract/money.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';
import { reduced } from './amounts.ts';
import { adapterOf, methodsOf, readTerms, type Terms } from './methods.ts';
import { showPaidCards } from './paid-cards.ts';
import { showDues } from './sources.ts';
import { readTierTerms } from './tier-terms.ts';

/** The ways in and out with their terms, and what has to go back to its source. */
export async function showMethods(app: App, me: Client, language: Language): Promise<PaymentMethods> {
  const tier = await readTierTerms(app.db, me.id);
  const terms = (await readTerms(app)).map((each) =>
    each.kind === 'withdrawal' ? reduced(each, tier.feeOffPercent) : each,
  );
  const offers = (kind: Terms['kind']) =>
    methodsOf(app).flatMap((method) => {
      const own = terms.filter((each) => each.kind === kind && each.method === method);
      const [first] = own;
      if (!first) return [];
      const asks = kind === 'deposit' ? adapterOf(method).asks : ('nothing' as const);
      const name = app.text(language, `names.method_${method}`);
      return [{ method, name, terms: own.map(showTerms), days: first.days, asks }];
    });
  return {
    deposit: offers('deposit'),
    withdrawal: offers('withdrawal'),
    tier_terms: { tier: tier.tier, fee_off_percent: tier.feeOffPercent, limit_factor: tier.limitFactor },
    to_return: await showDues(app.db, me.id),
    paid_cards: await showPaidCards(app, me.id),
  };
}

function showTerms({ currency, least, most, feeFixed, feePercent }: Terms) {
  return {
    currency,
    min: toDecimal(least, currency),
    max: toDecimal(most, currency),
    fee_fixed: toDecimal(feeFixed, currency),
    fee_percent: feePercent,
  };
}
