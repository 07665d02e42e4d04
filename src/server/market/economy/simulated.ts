import { createHash } from 'node:crypto';
import type { Importance } from '#contract/market/economy-names.ts';
import type { App } from '#server/platform/app.ts';
import type { EconomicSource, Span, CalendarEvent } from './source.ts';

/** When a figure is published: at a UTC time on a weekday, in one week of the month or in each. */
interface Rhythm {
  weekday: number;
  week?: 1 | 2 | 3 | 4;
  minutes: number;
}

/** A figure in units of its last digit, and how far it varies. */
interface Figure {
  level: number;
  sway: number;
  digits: 0 | 1 | 2;
  unit: '%' | 'K' | '';
}

interface Series extends Rhythm, Figure {
  key: string;
  country: string;
  importance: Importance;
}

const at = (hour: number, minute: number) => hour * 60 + minute;
const percent = { digits: 1, unit: '%' } as const;

const series: readonly Series[] = [
  {
    key: 'jobless_claims',
    country: 'US',
    importance: 'medium',
    weekday: 4,
    minutes: at(13, 30),
    level: 228,
    sway: 14,
    digits: 0,
    unit: 'K',
  },
  {
    key: 'payrolls',
    country: 'US',
    importance: 'high',
    weekday: 5,
    week: 1,
    minutes: at(13, 30),
    level: 145,
    sway: 90,
    digits: 0,
    unit: 'K',
  },
  {
    key: 'inflation',
    country: 'US',
    importance: 'high',
    weekday: 3,
    week: 2,
    minutes: at(13, 30),
    level: 28,
    sway: 4,
    ...percent,
  },
  {
    key: 'rate_decision',
    country: 'US',
    importance: 'high',
    weekday: 3,
    week: 3,
    minutes: at(19, 0),
    level: 400,
    sway: 0,
    digits: 2,
    unit: '%',
  },
  {
    key: 'retail_sales',
    country: 'US',
    importance: 'medium',
    weekday: 2,
    week: 3,
    minutes: at(13, 30),
    level: 3,
    sway: 6,
    ...percent,
  },
  {
    key: 'rate_decision',
    country: 'EU',
    importance: 'high',
    weekday: 4,
    week: 2,
    minutes: at(13, 15),
    level: 200,
    sway: 0,
    digits: 2,
    unit: '%',
  },
  {
    key: 'inflation',
    country: 'EU',
    importance: 'high',
    weekday: 3,
    week: 1,
    minutes: at(10, 0),
    level: 21,
    sway: 3,
    ...percent,
  },
  {
    key: 'purchasing_managers',
    country: 'DE',
    importance: 'medium',
    weekday: 1,
    week: 4,
    minutes: at(8, 30),
    level: 494,
    sway: 22,
    digits: 1,
    unit: '',
  },
  {
    key: 'industrial_output',
    country: 'DE',
    importance: 'medium',
    weekday: 5,
    week: 2,
    minutes: at(7, 0),
    level: 2,
    sway: 16,
    ...percent,
  },
  {
    key: 'inflation',
    country: 'GB',
    importance: 'high',
    weekday: 3,
    week: 3,
    minutes: at(7, 0),
    level: 31,
    sway: 4,
    ...percent,
  },
  {
    key: 'retail_sales',
    country: 'GB',
    importance: 'medium',
    weekday: 5,
    week: 3,
    minutes: at(7, 0),
    level: 2,
    sway: 7,
    ...percent,
  },
  {
    key: 'rate_decision',
    country: 'JP',
    importance: 'high',
    weekday: 5,
    week: 4,
    minutes: at(3, 0),
    level: 50,
    sway: 0,
    digits: 2,
    unit: '%',
  },
  {
    key: 'purchasing_managers',
    country: 'CN',
    importance: 'low',
    weekday: 1,
    week: 1,
    minutes: at(1, 45),
    level: 503,
    sway: 9,
    digits: 1,
    unit: '',
  },
  {
    key: 'consumer_mood',
    country: 'FR',
    importance: 'low',
    weekday: 2,
    week: 4,
    minutes: at(7, 45),
    level: 90,
    sway: 4,
    digits: 0,
    unit: '',
  },
  {
    key: 'exports',
    country: 'US',
    importance: 'low',
    weekday: 2,
    week: 1,
    minutes: at(13, 30),
    level: 12,
    sway: 9,
    ...percent,
  },
];

const dayMs = 86_400_000;

/** A calendar without an economy: a pure function of the secret seed and the time, the same in every instance. */
export function simulatedEconomy({ config, clock, text }: Pick<App, 'config' | 'clock' | 'text'>): EconomicSource {
  const figureOf = (each: Series, dayNumber: number, of: string) => figure(config.market.seed, each, dayNumber, of);
  const eventOf = (each: Series, day: Date): CalendarEvent => {
    const publishedAt = new Date(day.getTime() + each.minutes * 60_000);
    const dayNumber = day.getTime() / dayMs;
    const before = previousDay(each, day);
    return {
      id: `${each.country}-${each.key}-${day.toISOString().slice(0, 10)}`,
      at: publishedAt,
      country: each.country,
      importance: each.importance,
      title: (language) => text(language, `market.event_${each.key}`),
      actual: publishedAt <= clock.now() ? figureOf(each, dayNumber, 'actual') : null,
      forecast: figureOf(each, dayNumber, 'forecast'),
      previous: figureOf(each, before, 'actual'),
    };
  };
  return {
    simulated: true,
    read: async ({ from, to }: Span) =>
      daysOf(from, to)
        .flatMap((day) => series.filter((each) => falls(each, day)).map((each) => eventOf(each, day)))
        .filter((event) => event.at >= from && event.at < to),
  };
}

function daysOf(from: Date, to: Date): Date[] {
  const first = Math.floor(from.getTime() / dayMs);
  const last = Math.floor((to.getTime() - 1) / dayMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => new Date((first + index) * dayMs));
}

const falls = ({ weekday, week }: Rhythm, day: Date): boolean =>
  day.getUTCDay() === weekday && (week === undefined || Math.ceil(day.getUTCDate() / 7) === week);

/** The number of the day of the previous publication. */
function previousDay(each: Rhythm, day: Date): number {
  let number = day.getTime() / dayMs - 7;
  while (!falls(each, new Date(number * dayMs))) number -= 7;
  return number;
}

/** In whole units of the last digit, so that no figure is a floating-point fraction. */
function figure(seed: string, { key, country, level, sway, digits, unit }: Series, day: number, of: string): string {
  const hash = createHash('sha256').update(`${seed} ${country} ${key} ${day}`).digest();
  // A forecast shares one of two parts with the actual figure, so it is near and does not reveal it.
  const first = hash.readUInt16BE(0) % (sway + 1);
  const second = hash.readUInt16BE(of === 'actual' ? 2 : 4) % (sway + 1);
  const stray = of === 'actual' ? first - second : Math.trunc((first - second) / 2);
  const units = level + stray;
  const plain = String(Math.abs(units)).padStart(digits + 1, '0');
  const point = plain.length - digits;
  const shown = digits === 0 ? plain : `${plain.slice(0, point)}.${plain.slice(point)}`;
  return `${units < 0 ? '-' : ''}${shown}${unit}`;
}
