import { toDecimal } from '#contract/money.ts';
import type { Overview } from '#contract/portfolio.ts';
import type { App } from '#server/platform/app.ts';
import type { Client } from '#server/platform/session.ts';
import { readDayRates } from './day-rates.ts';
import { lastDays, valueByDay } from './history.ts';
import { readHoldings, type Holding } from './holdings.ts';
import { readStanding } from './read-standing.ts';

const historyDays = 90;

/** At the rates of now. */
type ToCents = (amountMinor: bigint, currency: string) => bigint;

const usd = (cents: bigint) => toDecimal(cents, 'USD');

/**
 * What a client owns, in USD at indicative rates. Each wallet and account is rounded down to cents, as the lists show
 * it, and everything else here is a sum of those. Past days are valued at their own rates.
 */
export async function readOverview({ db, clock }: App, me: Pick<Client, 'id'>): Promise<Overview> {
  const days = lastDays(clock.now(), historyDays);
  const holdings = await readHoldings(db, me.id, new Date(`${days[0]}T00:00:00Z`));
  const { toCents: toCentsOn, ratedAt } = await readDayRates(db, days);
  const toCents: ToCents = (amountMinor, currency) => toCentsOn(amountMinor, currency, days.at(-1) ?? '');
  const worth = (part: Holding['part']) =>
    sumOf(holdings, (each) => (each.part === part ? toCents(each.presentMinor, each.currency) : 0n));
  const [wallets, accounts] = [worth('wallet'), worth('trading_account')];
  const total = wallets + accounts;
  return {
    net_worth: usd(total),
    wallets: usd(wallets),
    trading_accounts: usd(accounts),
    held: usd(sumOf(holdings, ({ heldMinor, currency }) => toCents(heldMinor, currency))),
    ...(await readStanding(db, me.id, total, clock.now())),
    by_currency: byCurrency(holdings, toCents, total),
    history: valueByDay(days, holdings, toCentsOn).map(({ on, cents }) => ({ on, usd: usd(cents) })),
    rates_at: ratedAt.toISOString(),
  };
}

function sumOf(holdings: readonly Holding[], amountOf: (holding: Holding) => bigint): bigint {
  return holdings.reduce((sum, holding) => sum + amountOf(holding), 0n);
}

/** Currencies that the client owns anything in, the largest value first. Shares have one digit after the point. */
function byCurrency(holdings: readonly Holding[], toCents: ToCents, total: bigint): Overview['by_currency'] {
  const owned = holdings.filter(({ presentMinor }) => presentMinor !== 0n);
  return [...new Set(owned.map(({ currency }) => currency))]
    .map((currency) => {
      const group = owned.filter((each) => each.currency === currency);
      return {
        currency,
        amountMinor: sumOf(group, ({ presentMinor }) => presentMinor),
        cents: sumOf(group, ({ presentMinor }) => toCents(presentMinor, currency)),
      };
    })
    .toSorted((a, b) => Number(b.cents > a.cents) - Number(b.cents < a.cents))
    .map(({ currency, amountMinor, cents }) => ({
      currency,
      amount: toDecimal(amountMinor, currency),
      usd: usd(cents),
      share_percent: shareOf(cents, total),
    }));
}

/** In percent with one digit, rounded half up. */
function shareOf(cents: bigint, total: bigint): string {
  if (total === 0n) return '0.0';
  const tenths = (cents * 2000n + total) / (2n * total);
  return `${tenths / 10n}.${tenths % 10n}`;
}
