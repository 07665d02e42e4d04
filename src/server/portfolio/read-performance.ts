import { Big } from 'big.js';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Performance, PerformanceRange } from '#contract/portfolio/endpoints.ts';
import { dayCloses } from '#server/market/day-closes.ts';
import type { App } from '#server/platform/app.ts';
import { runningSum } from '#server/platform/running-sum.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readDayRates } from './day-rates.ts';
import { lastDays, valueByDay } from './history.ts';
import { readHoldings } from './holdings.ts';
import { investmentResults } from './investments.ts';
import { growthByDay, growthPercent, maximumDrawdown, moneyWeighted, timeWeighted } from './performance.ts';
import { firstDay, readResults } from './results.ts';
import { attributeChange, withFlows } from './pnl-attribution.ts';

const daysOf: Record<Exclude<PerformanceRange, 'all'>, number> = { '1m': 30, '3m': 91, '6m': 182, '1y': 365 };

/** Ten years; what is older is left out of `all`. */
const maxDays = 3653;
/** After the first; a screen has no place for more. */
const maxPoints = 366;
const dayMs = 86_400_000;
const benchmarkSymbol = 'SPX';

const usd = (cents: bigint) => toDecimal(cents, 'USD');

/**
 * The performance of a client's money in a range that ends today. It starts on the evening before the first day, whose
 * value is the first point; a range longer than the client has had money starts with that money.
 */
export async function readPerformance(app: App, me: Pick<Person, 'id'>, range: PerformanceRange): Promise<Performance> {
  const days = lastDays(app.clock.now(), (await countDays(app, me.id, range)) + 1);
  const since = new Date(`${days[0]}T00:00:00Z`);
  // One snapshot of the books: a concurrent movement is either in all of it or in none.
  const { holdings, moved, toCents } = await app.db.snapshot(async (db) => ({
    holdings: await readHoldings(db, me.id, days, app.clock.now()),
    moved: await readResults(db, me.id, new Date(since.getTime() + dayMs)),
    toCents: (await readDayRates(db, days)).toCents,
  }));
  const results = [...moved, ...investmentResults(days, holdings)];
  const values = valueByDay(days, holdings, toCents);
  const start = values[0]?.cents ?? 0n;
  const flows = withFlows(values.slice(1), results, toCents);
  const growth = growthByDay(start, flows);
  const capital = runningSum(
    start,
    flows.map(({ flowMinor }) => flowMinor),
  );
  const split = attributeChange((values.at(-1)?.cents ?? 0n) - start, results, toCents);
  const benchmark = await readBenchmark(app, days);
  const weighted = moneyWeighted(start, flows);
  return {
    points: pointsOf(values.length).map((index) => ({
      on: values[index]?.on ?? '',
      usd: usd(values[index]?.cents ?? 0n),
      capital: usd(capital[index - 1] ?? start),
      growth_percent: growthPercent(growth[index - 1]),
      benchmark_percent: benchmark.percents[index] ?? null,
    })),
    benchmark: { symbol: benchmarkSymbol, simulated: benchmark.simulated },
    time_weighted_percent: timeWeighted(growth),
    money_weighted_percent: weighted?.period ?? null,
    money_weighted_yearly_percent: weighted?.yearly ?? null,
    drawdown_percent: maximumDrawdown(growth),
    deposited: usd(split.inCents),
    withdrawn: usd(split.outCents),
    corrected: usd(split.correctedCents),
    result: usd(split.priceCents + split.incomeCents + split.currencyCents + split.feesCents),
    price: usd(split.priceCents),
    income: usd(split.incomeCents),
    currency: usd(split.currencyCents),
    fees: usd(split.feesCents),
  };
}

/** Which days are points of the curve: each of a year, else some at equal distances; always the first and the last. */
function pointsOf(days: number): number[] {
  const step = Math.ceil((days - 1) / maxPoints) || 1;
  const fromLast = Array.from({ length: Math.ceil((days - 1) / step) }, (_, nth) => days - 1 - nth * step);
  return [0, ...fromLast.toReversed()];
}

/** Days with money in the range, at least one. */
async function countDays({ db, clock }: App, clientId: string, range: PerformanceRange): Promise<number> {
  const fromDay = range === 'all' ? maxDays : daysOf[range];
  const first = await firstDay(db, clientId);
  const today = clock.now().toISOString().slice(0, 10);
  const lived = first === null ? 1 : Math.round((Date.parse(today) - Date.parse(first)) / dayMs) + 1;
  return Math.max(1, Math.min(fromDay, lived));
}

/** The index's growth in percent since the first day; nothing when its price of that day is not known. */
async function readBenchmark(app: App, days: readonly string[]) {
  const { simulated, closes } = await dayCloses(app, benchmarkSymbol, days);
  const [base] = closes;
  const percents = closes.map((close) =>
    close === null || !base ? null : new Big(close).div(base).minus(1).times(100).toFixed(2),
  );
  return { simulated, percents };
}
