import type { App } from '#server/platform/app.ts';
import { marketFeed } from './feed.ts';
import { fx } from './instruments.ts';
import { openTimeMs } from './sessions.ts';

/**
 * The age of a currency's rate, in milliseconds during which its market was open: on a Sunday the rate of Friday
 * evening is as good as new. A currency without a pair follows the hours of the currency market.
 */
export function rateAgeMs(app: App, code: string, ratedAt: Date): number {
  const isRating = ({ base, currency }: { base: string | null; currency: string }) =>
    (base === code && currency === 'USD') || (base === 'USD' && currency === code);
  const sessions = marketFeed(app).instruments().find(isRating)?.sessions ?? fx;
  return openTimeMs(sessions, app.clock.now()) - openTimeMs(sessions, ratedAt);
}
