import type { App } from '#server/platform/app.ts';
import { marketFeed } from './feed.ts';
import { fx } from './instruments.ts';
import { openTimeMs } from './sessions.ts';

/**
 * How long ago a currency was rated, in milliseconds during which its market was open: on a Sunday the rate of Friday evening
 * is as good as new. One that no pair quotes rests as currencies do.
 */
export function rateAgeMs(app: App, code: string, ratedAt: Date): number {
  const isRating = ({ base, currency }: { base: string | null; currency: string }) =>
    (base === code && currency === 'USD') || (base === 'USD' && currency === code);
  const sessions = marketFeed(app).instruments().find(isRating)?.sessions ?? fx;
  return openTimeMs(sessions, app.clock.now()) - openTimeMs(sessions, ratedAt);
}
