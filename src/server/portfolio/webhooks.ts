import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishPortfolioEvents({ webhooks }: App): void {
  webhooks.on('portfolio.tier_changed', 'client.tier_changed', ({ from, to, on, ...who }) => ({
    ...ofClient(who),
    from,
    to,
    on,
  }));
}
