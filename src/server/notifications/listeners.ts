import type { App } from '#server/platform/app.ts';
import { settingsListeners } from './listeners/settings.ts';
import { ipoListeners } from './listeners/ipo.ts';
import { legalListeners } from './listeners/legal.ts';
import { emailListeners } from './email/listeners.ts';
import { managerListeners } from './listeners/personal-manager.ts';
import { noticeListeners } from './listeners/realtime.ts';
import { operatorListeners } from './listeners/operator.ts';
import { paymentListeners } from './listeners/payment.ts';
import { portfolioListeners } from './listeners/portfolio.ts';
import { pushListeners, releasePushes } from './push/listeners.ts';
import { purgeOld, releaseHeld } from './release-held.ts';
import { securityListeners } from './listeners/security.ts';
import { supportListeners } from './listeners/support.ts';
import { tradingListeners } from './listeners/trading.ts';
import { verificationListeners } from './listeners/verification.ts';

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
