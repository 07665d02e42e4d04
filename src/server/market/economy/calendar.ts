import { maxCalendarDays } from '#contract/market/economy-names.ts';
import type { ResponseOf } from '#contract/api.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { httpEconomy } from './http.ts';
import { simulatedEconomy } from './simulated.ts';
import type { EconomicSource, Span, CalendarEvent } from './source.ts';

const dayMs = 86_400_000;

/** Weeks of the calendar in memory; the one that was read longest ago is dropped first. */
const maxEntries = 20;

interface Stored {
  events: CalendarEvent[];
  /** Time of the source's response; null before the first one. */
  readAt: Date | null;
  requestedAt: Date;
}

type ResponseBody = ResponseOf<'GET /api/market/economic-calendar'>;

/**
 * The calendar of an installation: it limits the calls to its source, and uses stored data while the source does not
 * respond.
 */
export function openCalendar(app: App) {
  const { feed, url = '', everyS, staleS } = app.config.economy;
  const source: EconomicSource = feed === 'http' ? httpEconomy({ ...app.config.economy, url }) : simulatedEconomy(app);
  const stored = new Map<string, Stored>();
  const underWay = new Map<string, Promise<Stored>>();

  async function ask(key: string, span: Span): Promise<Stored> {
    const known = stored.get(key);
    const requestedAt = app.clock.now();
    const now = await source.read(span).then(
      (events): Stored => ({ events, readAt: requestedAt, requestedAt }),
      (error: unknown): Stored => {
        app.log.warn({ reason: String(error) }, 'no economic calendar');
        return { events: known?.events ?? [], readAt: known?.readAt ?? null, requestedAt };
      },
    );
    stored.delete(key);
    stored.set(key, now);
    for (const old of [...stored.keys()].slice(0, Math.max(0, stored.size - maxEntries))) stored.delete(old);
    return now;
  }

  /** Concurrent callers share one call to the source. */
  function reading(span: Span): Promise<Stored> {
    const key = `${span.from.getTime()} ${span.to.getTime()}`;
    const known = stored.get(key);
    if (known && app.clock.now().getTime() - known.requestedAt.getTime() < everyS * 1000) return Promise.resolve(known);
    const pendingRequest = underWay.get(key) ?? ask(key, span).finally(() => underWay.delete(key));
    underWay.set(key, pendingRequest);
    return pendingRequest;
  }

  return {
    /** @throws Refusal `economy.too_long` */
    async show(language: Language, from: Date, to: Date): Promise<ResponseBody> {
      if (to.getTime() - from.getTime() > maxCalendarDays * dayMs)
        throw refuse('economy.too_long', { days: maxCalendarDays });
      // Whole days are requested, so that the same few calls serve readers in all time zones.
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
