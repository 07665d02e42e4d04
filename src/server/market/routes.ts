import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { tickerAt } from './ticker.ts';

/** Prices for everybody who is signed in. */
export function marketRoutes(app: App): void {
  handle(app, 'market.ticker', async () => {
    const now = app.clock.now();
    return { simulated: true, at: now.toISOString(), quotes: tickerAt(now) };
  });
}
