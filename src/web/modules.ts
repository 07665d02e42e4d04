import { approvalsScreens } from './approvals/screens.ts';
import { articlesScreens } from './articles/screens.ts';
import { authScreens } from './auth/screens.ts';
import { connectionsScreens } from './connections/screens.ts';
import { dashboardScreens } from './dashboard/screens.ts';
import { demoScreens } from './demo/screens.ts';
import { homeScreens } from './home/screens.ts';
import { importsScreens } from './imports/screens.ts';
import { ipoScreens } from './ipo/screens.ts';
import { jobsScreens } from './jobs/screens.ts';
import { legalScreens } from './legal/screens.ts';
import { notificationsScreens } from './notifications/screens.ts';
import { operatorScreens } from './operator/screens.ts';
import { paperScreens } from './paper/screens.ts';
import { paymentsScreens } from './payments/screens.ts';
import { portfolioScreens } from './portfolio/screens.ts';
import { profileScreens } from './profile/screens.ts';
import { reasonsScreens } from './reasons/screens.ts';
import { reconciliationScreens } from './reconciliation/screens.ts';
import { settingsScreens } from './settings/screens.ts';
import { shellScreens } from './shell/screens.ts';
import { staffScreens } from './staff/screens.ts';
import { supportScreens } from './support/screens.ts';
import { tradingScreens } from './trading/screens.ts';
import { screeningScreens } from './screening/screens.ts';
import { verificationScreens } from './verification/screens.ts';
import { walletsScreens } from './wallets/screens.ts';

/** Every module by its screens; a new module is a line here. */
export const screens = [
  ...shellScreens,
  ...authScreens,
  ...profileScreens,
  ...homeScreens,
  ...walletsScreens,
  ...paymentsScreens,
  ...tradingScreens,
  ...paperScreens,
  ...portfolioScreens,
  ...ipoScreens,
  ...supportScreens,
  ...notificationsScreens,
  ...articlesScreens,
  ...legalScreens,
  ...verificationScreens,
  ...screeningScreens,
  ...importsScreens,
  ...dashboardScreens,
  ...staffScreens,
  ...approvalsScreens,
  ...reconciliationScreens,
  ...reasonsScreens,
  ...settingsScreens,
  ...connectionsScreens,
  ...operatorScreens,
  ...jobsScreens,
  ...demoScreens,
];
