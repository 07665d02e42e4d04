import { toDecimal } from '#contract/kernel/money.ts';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { shareOf } from '#contract/portfolio/share.ts';
import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readDayRates } from './day-rates.ts';
import { lastDays, valueByDay } from './history.ts';
import { withFlows } from './pnl-attribution.ts';
import { readResults } from './results.ts';
import type { Holding } from './holding.ts';
import { present, readHoldings } from './holdings.ts';
import { readOpenPositions } from './open-positions.ts';
import { readTierStatus } from './tiers/read-status.ts';

const historyDays = 90;

/** At the rates of now. */
type ToCents = (amountMinor: bigint, currency: string) => bigint;

const usd = (cents: bigint) => toDecimal(cents, 'USD');

/**
 * What a client owns, in USD at indicative rates. Each wallet, account and investment is rounded down to cents, as the
 * lists show it, and everything else here is a sum of those. Past days are valued at their own rates and prices.
 */
export async function readOverview(app: App, me: Pick<Person, 'id'>): Promise<Overview> {
  const { db, clock } = app;
  const days = lastDays(clock.now(), historyDays);
  // One snapshot: what came in is in the value of its day.
  const { holdings, results } = await db.snapshot(async (read) => ({
    holdings: await readHoldings(read, me.id, days, clock.now()),
    results: await readResults(read, me.id, new Date(`${days[0]}T00:00:00Z`)),
  }));
  const { toCents: toCentsOn, ratedAt } = await readDayRates(db, days);
  const toCents: ToCents = (amountMinor, currency) => toCentsOn(amountMinor, currency, days.at(-1) ?? '');
  const sumOf = (of: readonly Holding[], amountOf: (holding: Holding) => bigint) =>
    of.reduce((sum, holding) => sum + toCents(amountOf(holding), holding.currency), 0n);
  const part = (name: Holding['part']) => holdings.filter((each) => each.part === name);
  const [wallets, accounts, investments] = [part('wallet'), part('trading_account'), part('investment')];
  const total = sumOf(holdings, present);
  const values = valueByDay(days, holdings, toCentsOn);
  const flows = withFlows(values, results, toCentsOn);
  const open = await readOpenPositions(app, me.id, toCents);
  return {
    net_worth: usd(total),
    wallets: usd(sumOf(wallets, present)),
    trading_accounts: usd(sumOf(accounts, present)),
    investments: usd(sumOf(investments, present)),
    held: usd(sumOf(wallets, ({ lockedMinor }) => lockedMinor)),
    locked: usd(sumOf(investments, ({ lockedMinor }) => lockedMinor)),
    open_positions: open === null ? null : usd(open),
    with_open_positions: open === null ? null : usd(total + open),
    ...(await readTierStatus(
      db,
      me.id,
      sumOf(holdings, ({ costMinor }) => costMinor),
      clock.now(),
    )),
    by_currency: shares(holdings, ({ currency }) => currency, toCents).map(({ name, group, cents }) => ({
      currency: name,
      amount: toDecimal(
        group.reduce((sum, holding) => sum + present(holding), 0n),
        name,
      ),
      usd: usd(cents),
      share_percent: shareOf(cents, total),
    })),
    by_sector: shares(investments, ({ sector }) => sector ?? '', toCents).map(({ name, cents }) => ({
      sector: name,
      usd: usd(cents),
      share_percent: shareOf(cents, sumOf(investments, present)),
    })),
    history: values.map(({ on, cents }, day) => ({ on, usd: usd(cents), flow: usd(flows[day]?.flowMinor ?? 0n) })),
    rates_at: (ratedAt(holdings.filter(present).map(({ currency }) => currency)) ?? clock.now()).toISOString(),
  };
}

/** What is owned, put together by a name, the largest value first. */
function shares(holdings: readonly Holding[], nameOf: (holding: Holding) => string, toCents: ToCents) {
  const owned = holdings.filter((holding) => present(holding) !== 0n);
  return [...new Set(owned.map(nameOf))]
    .map((name) => {
      const group = owned.filter((each) => nameOf(each) === name);
      const cents = group.reduce((sum, holding) => sum + toCents(present(holding), holding.currency), 0n);
      return { name, group, cents };
    })
    .toSorted((a, b) => Number(b.cents > a.cents) - Number(b.cents < a.cents));
}
