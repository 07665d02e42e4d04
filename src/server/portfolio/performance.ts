/**
 * How well money did, without binary floats: amounts are integers of minor units, factors are integers of `one`ths.
 * A factor of 1.05 is a return of 5 %.
 */
const one = 10n ** 24n;

/** The end of a day: the total value, and what came in (positive) or went out during it. In minor units. */
export interface Day {
  valueMinor: bigint;
  flowMinor: bigint;
}

/**
 * Growth of one unit of money at each day's end, independent of the sums paid in: inflows count from the morning of
 * their day, outflows until its evening. A day without an investment leaves the growth as it is.
 * @param startMinor the value before the first day
 */
export function growthByDay(startMinor: bigint, days: readonly Day[]): bigint[] {
  let before = startMinor;
  let growth = one;
  return days.map(({ valueMinor, flowMinor }) => {
    const invested = before + (flowMinor > 0n ? flowMinor : 0n);
    const became = valueMinor + (flowMinor < 0n ? -flowMinor : 0n);
    if (invested > 0n) growth = (growth * became) / invested;
    before = valueMinor;
    return growth;
  });
}

/** The return over all days, as a percentage with two digits: +10 % and then −5 % give `"4.50"`. */
export function timeWeighted(growth: readonly bigint[]): string {
  return growthPercent(growth.at(-1));
}

/** What a growth is as a return, as a percentage with two digits; without one nothing has grown yet. */
export function growthPercent(growth: bigint = one): string {
  return percentOf(growth - one);
}

/** The largest fall from an earlier peak, as a percentage with two digits; never positive. */
export function maximumDrawdown(growth: readonly bigint[]): string {
  let height = one;
  let deepest = 0n;
  for (const level of growth) {
    if (level > height) height = level;
    const fall = (level * one) / height - one;
    if (fall < deepest) deepest = fall;
  }
  return percentOf(deepest);
}

/**
 * The one rate at which all flows grow into the final value (internal rate of return), over the whole period and as a
 * yearly rate; the latter is null for less than a year, because it would project a result that was not observed.
 * @returns null when no rate does, as without any investment
 */
export function moneyWeighted(
  startMinor: bigint,
  days: readonly Day[],
): { period: string; yearly: string | null } | null {
  const last = days.at(-1);
  if (!last) return null;
  // An inflow counts on its own day too; an outflow has counted on it already. The one that works longest comes first.
  const flows = [
    { minor: startMinor, daysAtWork: days.length },
    ...days.map(({ flowMinor }, day) => ({
      minor: flowMinor,
      daysAtWork: days.length - day - (flowMinor < 0n ? 1 : 0),
    })),
  ]
    .filter(({ minor }) => minor !== 0n)
    .toSorted((a, b) => b.daysAtWork - a.daysAtWork);
  // The sum grows from flow to flow (Horner), so that each costs one multiplication where each day has one.
  const surplus = (daily: bigint) => {
    let [sum, left] = [0n, days.length];
    for (const { minor, daysAtWork } of flows) {
      sum = (sum * power(daily, left - daysAtWork)) / one + minor * one;
      left = daysAtWork;
    }
    return (sum * power(daily, left)) / one - last.valueMinor * one;
  };
  const daily = rootOf(surplus);
  if (daily === null) return null;
  const grown = (count: number) => percentOf(power(daily, count) - one);
  return { period: grown(days.length), yearly: days.length < 365 ? null : grown(365) };
}

/** No portfolio doubles every day. */
const fastest = 2n * one;
/** Where the line between two points of the function says more than half of their distance. */
const narrow = one / 10_000n;

/**
 * Where a rising function crosses zero between total loss and the fastest growth: the lowest number without a deficit. Halving
 * finds the neighbourhood, and the line between its ends (Illinois) the number, in a quarter of the steps.
 */
function rootOf(surplus: (daily: bigint) => bigint): bigint | null {
  let [low, high] = [0n, fastest];
  let [below, above] = [surplus(low), surplus(high)];
  if (below > 0n || above < 0n || surplus(one) === above) return null;
  let lastWasLow: boolean | undefined;
  for (let step = 0; high - low > 1n; step += 1) {
    // Every third step halves, so that a function without a slope takes no longer than three times that.
    const isNear = high - low < narrow && above > below && step % 3 !== 0;
    const crossing = isNear ? low + ((high - low) * -below) / (above - below) : (low + high) / 2n;
    const middle = crossing <= low ? low + 1n : crossing >= high ? high - 1n : crossing;
    const value = surplus(middle);
    const isLow = value < 0n;
    // An end that stays twice counts half, so that both ends move.
    if (isNear && lastWasLow === isLow) {
      if (isLow) above /= 2n;
      else below /= 2n;
    }
    lastWasLow = isLow;
    if (isLow) [low, below] = [middle, value];
    else [high, above] = [middle, value];
  }
  return high;
}

function power(base: bigint, exponent: number): bigint {
  if (exponent === 1) return base;
  let result = one;
  for (let square = base, left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square) / one;
    square = (square * square) / one;
  }
  return result;
}

/** Rounded half away from zero. */
function percentOf(fraction: bigint): string {
  const size = fraction < 0n ? -fraction : fraction;
  const hundredths = (size * 10_000n * 2n + one) / (2n * one);
  const sign = fraction < 0n && hundredths > 0n ? '-' : '';
  return `${sign}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
