import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentMethods } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { fromUsd, reduced } from './amounts.ts';
import { readLeftNow } from './limits.ts';
import { adapterOf, methodsOf, readTerms, type Terms, isByProvider } from './methods.ts';
import { payersFor } from './payouts/choose-rail.ts';
import { readSettings } from './settings.ts';
import { providersFor } from './providers/choose-provider.ts';
import { showPaidCards } from './destinations/paid-cards.ts';
import { readPayoutCurrencies } from './destinations/payout-currencies.ts';
import { showDues } from './withdrawals/sources.ts';
import { readTierTerms } from './withdrawals/tier-terms.ts';

/** The methods with their terms, what the client may move by each now, and what must go back to its source. */
export async function showMethods(app: App, me: Person, language: Language): Promise<PaymentMethods> {
  const tier = await readTierTerms(app.db, me.id);
  const all = await readTerms(app);
  const served = await waysServed(app, me.id, all);
  const hasCard = await hasPaidByCard(app, me.id);
  const terms = all
    .filter((way) => (isToCard(way) ? hasCard : !isByProvider(way.method) || served.has(keyOf(way))))
    .map((each) => (each.kind === 'withdrawal' ? reduced(each, tier.feeOffPercent) : each));
  const at = app.clock.now();
  const left = {
    deposit: await readLeftNow(app.db, { clientId: me.id, kind: 'deposit', at }),
    withdrawal: await readLeftNow(app.db, { clientId: me.id, kind: 'withdrawal', at }),
  };
  const rates = new Map(
    (await app.db.rows<{ code: string; rate: string }>(sql`select code, usd_rate as rate from currency`)).map(
      ({ code, rate }) => [code, rate],
    ),
  );
  const offers = (kind: Terms['kind']) =>
    methodsOf(app).flatMap((method) => {
      const own = terms.filter((each) => each.kind === kind && each.method === method);
      const [first] = own;
      if (!first) return [];
      const needs = kind === 'deposit' ? adapterOf(method).needs : ('nothing' as const);
      const name = app.text(language, `names.method_${method}`);
      return [
        {
          method,
          name,
          terms: own.map((each) => showTerms(each, maxNow(each, left[kind], rates.get(each.currency)))),
          days: first.days,
          needs,
        },
      ];
    });
  return {
    deposit: offers('deposit'),
    withdrawal: offers('withdrawal'),
    payout_currencies: await readPayoutCurrencies(app.db, me.id),
    crypto_address_hours: (await readSettings(app.db)).cryptoAddressHours,
    tier_terms: { tier: tier.tier, fee_off_percent: tier.feeOffPercent, limit_factor: tier.limitFactor },
    to_return: await showDues(app.db, me.id),
    paid_cards: await showPaidCards(app, me.id),
  };
}

/** The provider that took the money refunds it, whether or not it would take more. */
const isToCard = ({ method, kind }: Terms): boolean => method === 'card' && kind === 'withdrawal';

const hasPaidByCard = async ({ db }: App, clientId: string): Promise<boolean> =>
  (await db.maybeOne(sql`
    select from payment
    where client_id = ${clientId} and kind = 'deposit' and method = 'card' and source is not null limit 1`)) !==
  undefined;

const keyOf = ({ method, kind, currency }: Terms) => `${method} ${kind} ${currency}`;

/** The ways that take a provider, and in which a connected one serves the client. */
async function waysServed(app: App, clientId: string, terms: readonly Terms[]): Promise<Set<string>> {
  const wanted = terms.filter(({ method }) => isByProvider(method));
  const [payments, payouts] = [await app.connections.open('payments'), await app.connections.open('payouts')];
  const served = new Set<string>();
  for (const way of wanted) {
    const { method, kind, currency } = way;
    const isServed =
      kind === 'deposit'
        ? payments.length > 0 && (await providersFor(app, clientId, method, { currency })).length > 0
        : payouts.length > 0 && (await payersFor(app, clientId, method, { currency })).length > 0;
    if (isServed) served.add(keyOf(way));
  }
  return served;
}

/** What the method takes at most, or less where the client's limits leave less of it. */
function maxNow({ max, currency }: Terms, leftUsd: bigint | null, rate: string | undefined): bigint {
  if (leftUsd === null || rate === undefined) return max;
  const left = fromUsd(leftUsd, currency, rate);
  return left < max ? left : max;
}

function showTerms({ currency, min, max, feeFixed, feePercent }: Terms, now: bigint) {
  return {
    currency,
    min: toDecimal(min, currency),
    max: toDecimal(max, currency),
    now: toDecimal(now, currency),
    fee_fixed: toDecimal(feeFixed, currency),
    fee_percent: feePercent,
  };
}
