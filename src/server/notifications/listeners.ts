import type { App } from '#server/platform/app.ts';
import { settingsListeners } from './settings-listeners.ts';
import { ipoListeners } from './ipo-listeners.ts';
import { legalListeners } from './legal-listeners.ts';
import { emailListeners } from './email-listeners.ts';
import { managerListeners } from './manager-listeners.ts';
import { noticeListeners } from './realtime-listeners.ts';
import { operatorListeners } from './operator-listeners.ts';
import { paymentListeners } from './payment-listeners.ts';
import { portfolioListeners } from './portfolio-listeners.ts';
import { pushListeners, releasePushes } from './push/listeners.ts';
import { purgeOld, releaseHeld } from './release-held.ts';
import { securityListeners } from './security-listeners.ts';
import { supportListeners } from './support-listeners.ts';
import { tradingListeners } from './trading-listeners.ts';
import { verificationListeners } from './verification-listeners.ts';

/** Notifies people by bell and by email, and updates their screens. */
export function notificationListeners(app: App): void {
  settingsListeners(app);
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
  emailListeners(app);
  pushListeners(app);
  app.jobs.every('notifications.release', 60_000, async () => {
    await releaseHeld(app);
    await releasePushes(app);
  });
  app.jobs.every('notifications.purge', 86_400_000, () => purgeOld(app));
}
