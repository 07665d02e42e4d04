import type { ResponseBody, Endpoint, Request } from '#contract/kernel/endpoint.ts';
import { authApi } from '#contract/auth/api.ts';
import { clientsApi } from '#contract/clients/api.ts';
import { staffApi } from '#contract/staff/api.ts';
import { settingsApi } from '#contract/settings/api.ts';
import { approvalsEndpoints } from '#contract/approvals/endpoints.ts';
import { connectionsEndpoints } from '#contract/connections/endpoints.ts';
import { reasonsEndpoints } from '#contract/reasons/endpoints.ts';
import { walletsEndpoints } from '#contract/wallets/endpoints.ts';
import { paymentsApi } from '#contract/payments/api.ts';
import { tradingApi } from '#contract/trading/api.ts';
import { reconciliationEndpoints } from '#contract/reconciliation/endpoints.ts';
import { statementEndpoints } from '#contract/reconciliation/statements.ts';
import { dashboardEndpoints } from '#contract/dashboard/endpoints.ts';
import { paperEndpoints } from '#contract/paper/endpoints.ts';
import { platformApi } from '#contract/kernel/api.ts';
import { jobsEndpoints } from '#contract/jobs/endpoints.ts';
import { legalApi } from '#contract/legal/api.ts';
import { listsEndpoints } from '#contract/lists/endpoints.ts';
import { marketApi } from '#contract/market/api.ts';
import { portfolioEndpoints } from '#contract/portfolio/endpoints.ts';
import { ipoApi } from '#contract/ipo/api.ts';
import { supportApi } from '#contract/support/api.ts';
import { verificationApi } from '#contract/verification/api.ts';
import { screeningEndpoints } from '#contract/screening/endpoints.ts';
import { importsEndpoints } from '#contract/imports/endpoints.ts';
import { articlesApi } from '#contract/articles/api.ts';
import { notificationsApi } from '#contract/notifications/api.ts';
import { operatorApi } from '#contract/operator/api.ts';
import { demoEndpoints } from '#contract/demo/endpoints.ts';

/** Every endpoint of the product by its name, module by module. One map serves validation, the typed client and the API page. */
export const api = {
  ...authApi,
  ...clientsApi,
  ...staffApi,
  ...settingsApi,
  ...approvalsEndpoints,
  ...connectionsEndpoints,
  ...reasonsEndpoints,
  ...walletsEndpoints,
  ...paymentsApi,
  ...tradingApi,
  ...reconciliationEndpoints,
  ...statementEndpoints,
  ...dashboardEndpoints,
  ...paperEndpoints,
  ...platformApi,
  ...jobsEndpoints,
  ...legalApi,
  ...listsEndpoints,
  ...marketApi,
  ...portfolioEndpoints,
  ...ipoApi,
  ...supportApi,
  ...verificationApi,
  ...screeningEndpoints,
  ...importsEndpoints,
  ...articlesApi,
  ...notificationsApi,
  ...operatorApi,
  ...demoEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;

/** The same map by route, which is how the browser calls: a type only, so the schemas stay on the server. */
type ByRoute = { [Name in EndpointName as Api[Name]['route']]: Api[Name] };
export type Route = keyof ByRoute;
/** Those that change nothing, and may be read together. */
export type ReadRoute = {
  [R in Route]: ByRoute[R] extends { reads: true } | { underImpersonation: 'client' } ? R : never;
}[Route];
export type RequestOf<R extends Route> = Request<ByRoute[R]>;
export type ResponseOf<R extends Route> = ResponseBody<ByRoute[R]>;
