import { articlesRoutes } from '#server/articles/routes.ts';
import { authRoutes } from '#server/auth/routes.ts';
import { clientsRoutes } from '#server/clients/routes.ts';
import { connectionsRoutes } from '#server/connections/routes.ts';
import { dashboardRoutes } from '#server/dashboard/routes.ts';
import { demoRoutes } from '#server/demo/routes.ts';
import { embedRoutes } from '#server/embed/routes.ts';
import { settingsRoutes } from '#server/settings/routes.ts';
import { importsRoutes } from '#server/imports/routes.ts';
import { ipoRoutes } from '#server/ipo/routes.ts';
import { jobsRoutes } from '#server/jobs/routes.ts';
import { legalRoutes } from '#server/legal/routes.ts';
import { listsRoutes } from '#server/lists/routes.ts';
import { marketRoutes } from '#server/market/routes.ts';
import { notificationRoutes } from '#server/notifications/routes.ts';
import { operatorRoutes } from '#server/operator/routes.ts';
import { paperRoutes } from '#server/paper/routes.ts';
import { paymentsRoutes } from '#server/payments/routes.ts';
import { portfolioRoutes } from '#server/portfolio/routes.ts';
import { approvalsRoutes } from '#server/approvals/routes.ts';
import { reconciliationRoutes } from '#server/reconciliation/routes.ts';
import { reasonsRoutes } from '#server/reasons/routes.ts';
import { staffRoutes } from '#server/staff/routes.ts';
import { screeningRoutes } from '#server/screening/routes.ts';
import { supportRoutes } from '#server/support/routes.ts';
import { tradingRoutes } from '#server/trading/routes.ts';
import { verificationRoutes } from '#server/verification/routes.ts';
import { walletsRoutes } from '#server/wallets/routes.ts';
import type { App } from '#server/platform/app.ts';

/** Every module with its endpoints and listeners; a new module is a line here. */
export const modules: ((app: App) => void)[] = [
  articlesRoutes,
  authRoutes,
  clientsRoutes,
  connectionsRoutes,
  dashboardRoutes,
  demoRoutes,
  embedRoutes,
  settingsRoutes,
  importsRoutes,
  ipoRoutes,
  jobsRoutes,
  legalRoutes,
  listsRoutes,
  marketRoutes,
  notificationRoutes,
  operatorRoutes,
  paperRoutes,
  paymentsRoutes,
  portfolioRoutes,
  approvalsRoutes,
  reconciliationRoutes,
  reasonsRoutes,
  staffRoutes,
  screeningRoutes,
  supportRoutes,
  tradingRoutes,
  verificationRoutes,
  walletsRoutes,
];
