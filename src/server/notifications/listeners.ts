import type { App } from '#server/platform/app.ts';
import { houseListeners } from './settings-listeners.ts';
import { ipoListeners } from './ipo-listeners.ts';
import { legalListeners } from './legal-listeners.ts';
import { letterListeners } from './email-listeners.ts';
import { managerListeners } from './manager-listeners.ts';
import { noticeListeners } from './realtime-listeners.ts';
import { operatorListeners } from './operator-listeners.ts';
import { paymentListeners } from './payment-listeners.ts';
import { portfolioListeners } from './portfolio-listeners.ts';
import { pushListeners, releasePushes } from './push/listeners.ts';
import { forgetOld, releaseHeld } from './release-held.ts';
import { securityListeners } from './security-listeners.ts';
import { supportListeners } from './support-listeners.ts';
import { tradingListeners } from './trading-listeners.ts';
import { verificationListeners } from './verification-listeners.ts';

/** Tells people what happened: by the bell, by mail, and by what their screens show. */
export function notificationListeners(app: App): void {
  houseListeners(app);
  ipoListeners(app);
  legalListeners(app);
  managerListeners(app);
  operatorListeners(app);
  paymentListeners(app);
  portfolioListeners(app);
  securityListeners(app);
  supportListeners(app);
  tradingListeners(app);
  verificationListeners(app);
  noticeListeners(app);
  letterListeners(app);
  pushListeners(app);
  app.jobs.every('notifications.release', 60_000, async () => {
    await releaseHeld(app);
    await releasePushes(app);
  });
  app.jobs.every('notifications.forget', 86_400_000, () => forgetOld(app));
}
