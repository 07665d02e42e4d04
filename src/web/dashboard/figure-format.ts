import type { FigureName } from '#contract/dashboard/names.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Format } from '#web/platform/i18n/format.ts';

type Unit = 'usd' | 'count' | 'seconds';

const units: Record<FigureName, Unit> = {
  deposits: 'usd',
  withdrawals: 'usd',
  net: 'usd',
  result: 'usd',
  traders: 'count',
  volume: 'usd',
  registrations: 'count',
  first_deposits: 'count',
  first_answer: 'seconds',
};

const steps = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time in the largest unit of which there are at least two. */
function spanOf(seconds: number, format: Format): string {
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= 2 * each) ?? ['second', 1];
  return format.span(Math.round(seconds / size), unit);
}

/** A value in words; a dash where there is none. */
export function writeFigure(name: FigureName, value: string | null, format: Format): string {
  if (value === null) return '–';
  if (units[name] === 'usd') return format.symbol(value, 'USD');
  return units[name] === 'count' ? format.number(value) : spanOf(Number(value), format);
}

/** A tick of the axis, short: whole people, hours or minutes. */
export function writeTick(name: FigureName, tick: number, format: Format): string {
  if (units[name] === 'seconds') return spanOf(tick, format);
  return units[name] === 'count' && !Number.isInteger(tick) ? '' : format.number(tick);
}

export interface Change {
  difference: string;
  /** Null where there was nothing before, or nothing changed. */
  percent: string | null;
  trend: 'up' | 'down' | 'flat';
}

/** How a figure differs from the one before; null where one of them is not known. */
export function changeOf(name: FigureName, now: string | null, before: string | null, format: Format): Change | null {
  if (now === null || before === null) return null;
  const isMoney = units[name] === 'usd';
  const inUnits = (value: string) => (isMoney ? fromDecimal(value, 'USD') : BigInt(value));
  const [earlier, difference] = [inUnits(before), inUnits(now) - inUnits(before)];
  const size = difference < 0n ? -difference : difference;
  const sign = difference > 0n ? '+' : difference < 0n ? '−' : '';
  const tenths = Math.round((Number(size) * 1000) / Math.abs(Number(earlier)));
  const share = earlier === 0n || difference === 0n ? null : ((difference < 0n ? -1 : 1) * tenths) / 10;
  return {
    difference: isMoney
      ? format.symbol(toDecimal(difference, 'USD'), 'USD', { signed: true })
      : `${sign}${writeFigure(name, String(size), format)}`,
    percent: share === null ? null : format.percent(share, { signed: true }),
    trend: difference > 0n ? 'up' : difference < 0n ? 'down' : 'flat',
  };
}
