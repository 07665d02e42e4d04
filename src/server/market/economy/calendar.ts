import { mostCalendarDays } from '#contract/economy-names.ts';
import type { AnswerOf } from '#contract/api.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { httpEconomy } from './http.ts';
import { simulatedEconomy } from './simulated.ts';
import type { EconomicSource, Span, ToldEvent } from './source.ts';

const dayMs = 86_400_000;

/** Weeks of the calendar that are kept in memory; the one that was read longest ago goes first. */
const mostKept = 20;

interface Kept {
  events: ToldEvent[];
  /** When the source answered; null when it has not yet. */
  readAt: Date | null;
  askedAt: Date;
}

type Answer = AnswerOf<'GET /api/market/economic-calendar'>;

/** The calendar of an installation: asks its source at most so often, and goes on with what it knows while that is silent. */
export function openCalendar(app: App) {
  const { feed, url = '', everyS, staleS } = app.config.economy;
  const source: EconomicSource = feed === 'http' ? httpEconomy({ ...app.config.economy, url }) : simulatedEconomy(app);
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<Kept>>();

  async function ask(key: string, span: Span): Promise<Kept> {
    const known = kept.get(key);
    const askedAt = app.clock.now();
    const now = await source.read(span).then(
      (events): Kept => ({ events, readAt: askedAt, askedAt }),
      (error: unknown): Kept => {
        app.log.warn({ reason: String(error) }, 'no economic calendar');
        return { events: known?.events ?? [], readAt: known?.readAt ?? null, askedAt };
      },
    );
    kept.delete(key);
    kept.set(key, now);
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(old);
    return now;
  }

  /** Many who ask at once are answered by one question. */
  function reading(span: Span): Promise<Kept> {
    const key = `${span.from.getTime()} ${span.to.getTime()}`;
    const known = kept.get(key);
    if (known && app.clock.now().getTime() - known.askedAt.getTime() < everyS * 1000) return Promise.resolve(known);
    const asked = underWay.get(key) ?? ask(key, span).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  return {
    /** @throws Refusal `economy.too_long` */
    async show(language: Language, from: Date, to: Date): Promise<Answer> {
      if (to.getTime() - from.getTime() > mostCalendarDays * dayMs)
        throw refuse('economy.too_long', { days: mostCalendarDays });
      // Whole days are asked for, so that readers of all zones are answered by the same few questions.
      const whole = { from: floorDay(from), to: floorDay(new Date(to.getTime() + dayMs - 1)) };
      const { events, readAt } = source.simulated
        ? { events: await source.read(whole), readAt: app.clock.now() }
        : await reading(whole);
      const silentMs = readAt ? app.clock.now().getTime() - readAt.getTime() : Infinity;
      return {
        simulated: source.simulated,
        is_stale: silentMs > staleS * 1000,
        read_at: readAt?.toISOString() ?? null,
        events: events
          .filter(({ at }) => at >= from && at < to)
          .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id.localeCompare(other.id))
          .map(({ at, title, ...event }) => ({ ...event, at: at.toISOString(), title: title(language) })),
      };
    },
  };
}

const floorDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
