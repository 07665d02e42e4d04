import { articlesStaffEndpoints } from '#contract/articles/staff-endpoints.ts';
import { articlesEndpoints } from '#contract/articles/endpoints.ts';
import { authEndpoints } from '#contract/auth/endpoints.ts';
import { clientCorrectionEndpoints } from '#contract/clients/corrections.ts';
import { clientsEndpoints } from '#contract/clients/endpoints.ts';
import { closureEndpoints } from '#contract/clients/closure.ts';
import { dashboardEndpoints } from '#contract/dashboard/endpoints.ts';
import { demoEndpoints } from '#contract/demo/endpoints.ts';
import { economyEndpoints } from '#contract/market/economy.ts';
import { emailChangeEndpoints } from '#contract/auth/email-change.ts';
import type { ResponseBody, Endpoint, Request } from '#contract/kernel/endpoint.ts';
import { filesEndpoints } from '#contract/kernel/files.ts';
import { guardedSettingEndpoints } from '#contract/settings/protected.ts';
import { settingsEndpoints } from '#contract/settings/endpoints.ts';
import { ipoStaffEndpoints } from '#contract/ipo/staff-endpoints.ts';
import { ipoEndpoints } from '#contract/ipo/endpoints.ts';
import { jobsEndpoints } from '#contract/jobs/endpoints.ts';
import { legalStaffEndpoints } from '#contract/legal/staff-endpoints.ts';
import { legalEndpoints } from '#contract/legal/endpoints.ts';
import { marketEndpoints } from '#contract/market/endpoints.ts';
import { notificationsEndpoints } from '#contract/notifications/endpoints.ts';
import { operatorApiEndpoints } from '#contract/operator/api.ts';
import { operatorKeysEndpoints } from '#contract/operator/keys.ts';
import { operatorWebhooksEndpoints } from '#contract/operator/webhooks.ts';
import { ownDataEndpoints } from '#contract/clients/own-data.ts';
import { paperEndpoints } from '#contract/paper/endpoints.ts';
import { passkeysEndpoints } from '#contract/auth/passkeys.ts';
import { paymentsStaffEndpoints } from '#contract/payments/staff-endpoints.ts';
import { destinationEndpoints } from '#contract/payments/destinations.ts';
import { paymentsEndpoints } from '#contract/payments/endpoints.ts';
import { platformEndpoints } from '#contract/kernel/platform.ts';
import { portfolioEndpoints } from '#contract/portfolio/endpoints.ts';
import { approvalsEndpoints } from '#contract/approvals/endpoints.ts';
import { pushEndpoints } from '#contract/notifications/push.ts';
import { realtimeEndpoints } from '#contract/kernel/realtime.ts';
import { reconciliationEndpoints } from '#contract/reconciliation/endpoints.ts';
import { reasonsEndpoints } from '#contract/reasons/endpoints.ts';
import { secondFactorEndpoints } from '#contract/auth/second-factor.ts';
import { setupEndpoints } from '#contract/settings/setup.ts';
import { staffClientListsEndpoints } from '#contract/staff/client-lists.ts';
import { staffClientsEndpoints } from '#contract/staff/clients.ts';
import { staffDealingEndpoints } from '#contract/staff/dealing.ts';
import { staffOverridesEndpoints } from '#contract/staff/overrides.ts';
import { staffEndpoints } from '#contract/staff/endpoints.ts';
import { supportPinEndpoints } from '#contract/clients/support-pin.ts';
import { supportStaffEndpoints } from '#contract/support/staff-endpoints.ts';
import { supportEndpoints } from '#contract/support/endpoints.ts';
import { tradingEndpoints } from '#contract/trading/endpoints.ts';
import { mirroredBooksEndpoints } from '#contract/trading/mirrored-books.ts';
import { transfersStaffEndpoints } from '#contract/trading/staff-transfers.ts';
import { verificationStaffEndpoints } from '#contract/verification/staff-endpoints.ts';
import { verificationEndpoints } from '#contract/verification/endpoints.ts';
import { walletsEndpoints } from '#contract/wallets/endpoints.ts';

/** Every endpoint of the product by its name. One map serves validation, the typed client and the API page. */
export const api = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...passkeysEndpoints,
  ...emailChangeEndpoints,
  ...clientsEndpoints,
  ...clientCorrectionEndpoints,
  ...closureEndpoints,
  ...supportPinEndpoints,
  ...ownDataEndpoints,
  ...staffEndpoints,
  ...settingsEndpoints,
  ...guardedSettingEndpoints,
  ...setupEndpoints,
  ...staffClientsEndpoints,
  ...staffClientListsEndpoints,
  ...staffOverridesEndpoints,
  ...staffDealingEndpoints,
  ...approvalsEndpoints,
  ...reasonsEndpoints,
  ...walletsEndpoints,
  ...paymentsEndpoints,
  ...destinationEndpoints,
  ...paymentsStaffEndpoints,
  ...tradingEndpoints,
  ...transfersStaffEndpoints,
  ...mirroredBooksEndpoints,
  ...reconciliationEndpoints,
  ...dashboardEndpoints,
  ...paperEndpoints,
  ...platformEndpoints,
  ...jobsEndpoints,
  ...legalEndpoints,
  ...legalStaffEndpoints,
  ...filesEndpoints,
  ...realtimeEndpoints,
  ...marketEndpoints,
  ...economyEndpoints,
  ...portfolioEndpoints,
  ...ipoEndpoints,
  ...ipoStaffEndpoints,
  ...supportEndpoints,
  ...supportStaffEndpoints,
  ...verificationEndpoints,
  ...verificationStaffEndpoints,
  ...articlesEndpoints,
  ...articlesStaffEndpoints,
  ...notificationsEndpoints,
  ...operatorKeysEndpoints,
  ...operatorWebhooksEndpoints,
  ...operatorApiEndpoints,
  ...pushEndpoints,
  ...demoEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;

/** The same map by route, which is how the browser calls: a type only, so the schemas stay on the server. */
type ByRoute = { [Name in EndpointName as Api[Name]['route']]: Api[Name] };
export type Route = keyof ByRoute;
export type RequestOf<R extends Route> = Request<ByRoute[R]>;
export type ResponseOf<R extends Route> = ResponseBody<ByRoute[R]>;
