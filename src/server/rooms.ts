import { articlesRoutes } from './articles/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { clientsRoutes } from './clients/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { demoRoutes } from './demo/routes.ts';
import { houseRoutes } from './house/routes.ts';
import { ipoRoutes } from './ipo/routes.ts';
import { jobsRoutes } from './jobs/routes.ts';
import { legalRoutes } from './legal/routes.ts';
import { marketRoutes } from './market/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { paperRoutes } from './paper/routes.ts';
import { paymentsRoutes } from './payments/routes.ts';
import { portfolioRoutes } from './portfolio/routes.ts';
import { proposalsRoutes } from './proposals/routes.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { reasonsRoutes } from './reasons/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { tradingRoutes } from './trading/routes.ts';
import { verificationRoutes } from './verification/routes.ts';
import { walletsRoutes } from './wallets/routes.ts';
import type { App } from './platform/app.ts';

/** Every room with its endpoints and listeners; a new room is a line here. */
export const rooms: ((app: App) => void)[] = [
  articlesRoutes,
  authRoutes,
  clientsRoutes,
  dashboardRoutes,
  demoRoutes,
  houseRoutes,
  ipoRoutes,
  jobsRoutes,
  legalRoutes,
  marketRoutes,
  notificationRoutes,
  operatorRoutes,
  paperRoutes,
  paymentsRoutes,
  portfolioRoutes,
  proposalsRoutes,
  reconciliationRoutes,
  reasonsRoutes,
  staffRoutes,
  supportRoutes,
  tradingRoutes,
  verificationRoutes,
  walletsRoutes,
];
