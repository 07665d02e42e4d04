import { tierNames } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { notifierOf } from '../notify.ts';
import { words } from '../params.ts';

/** Notifies clients of changes to their tier. */
export function portfolioListeners(app: App): void {
  notifierOf(app, 'portfolio.tier_changed', ({ clientId, from, to }) => ({
    to: clientId,
    kind: tierNames.indexOf(to) > tierNames.indexOf(from) ? 'tier_risen' : 'tier_fallen',
    path: '/investor',
    params: { tier: words(`common.tier_${to}`), before: words(`common.tier_${from}`) },
  }));
}
