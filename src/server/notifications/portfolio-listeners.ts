import { tierNames } from '#contract/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Write } from './payment-listeners.ts';

/** Mails what becomes of a client's tier. */
export function portfolioListeners({ outbox, text }: App, write: Write): void {
  outbox.on('portfolio.tier_changed', ({ clientId, from, to }) => {
    const name = tierNames.indexOf(to) > tierNames.indexOf(from) ? 'tier_risen' : 'tier_fallen';
    return write(clientId, name, async (language) => ({
      path: '/investor',
      params: { tier: text(language, `common.tier_${to}`), before: text(language, `common.tier_${from}`) },
      family: 'tier',
    }));
  });
}
