import { articlesStaffEndpoints } from './articles-staff.ts';
import { articlesEndpoints } from './articles.ts';
import { authEndpoints } from './auth.ts';
import { clientCorrectionEndpoints } from './client-corrections.ts';
import { clientsEndpoints } from './clients.ts';
import { closureEndpoints } from './closure.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { demoEndpoints } from './demo.ts';
import { economyEndpoints } from './economy.ts';
import { emailChangeEndpoints } from './email-change.ts';
import type { ResponseBody, Endpoint, Request } from './endpoint.ts';
import { filesEndpoints } from './files.ts';
import { guardedSettingEndpoints } from './settings-protected.ts';
import { settingsEndpoints } from './settings.ts';
import { ipoStaffEndpoints } from './ipo-staff.ts';
import { ipoEndpoints } from './ipo.ts';
import { jobsEndpoints } from './jobs.ts';
import { legalStaffEndpoints } from './legal-staff.ts';
import { legalEndpoints } from './legal.ts';
import { marketEndpoints } from './market.ts';
import { notificationsEndpoints } from './notifications.ts';
import { operatorApiEndpoints } from './operator-api.ts';
import { operatorKeysEndpoints } from './operator-keys.ts';
import { operatorWebhooksEndpoints } from './operator-webhooks.ts';
import { ownDataEndpoints } from './own-data.ts';
import { paperEndpoints } from './paper.ts';
import { passkeysEndpoints } from './passkeys.ts';
import { paymentsStaffEndpoints } from './payments-staff.ts';
import { destinationEndpoints } from './payment-destinations.ts';
import { paymentsEndpoints } from './payments.ts';
import { platformEndpoints } from './platform.ts';
import { portfolioEndpoints } from './portfolio.ts';
import { approvalsEndpoints } from './approvals.ts';
import { pushEndpoints } from './push.ts';
import { realtimeEndpoints } from './realtime.ts';
import { reconciliationEndpoints } from './reconciliation.ts';
import { reasonsEndpoints } from './reasons.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { setupEndpoints } from './setup.ts';
import { staffClientListsEndpoints } from './staff-client-lists.ts';
import { staffClientsEndpoints } from './staff-clients.ts';
import { staffDealingEndpoints } from './staff-dealing.ts';
import { staffOverridesEndpoints } from './staff-overrides.ts';
import { staffEndpoints } from './staff.ts';
import { supportPinEndpoints } from './support-pin.ts';
import { supportStaffEndpoints } from './support-staff.ts';
import { supportEndpoints } from './support.ts';
import { tradingEndpoints } from './trading.ts';
import { mirroredBooksEndpoints } from './mirrored-books.ts';
import { transfersStaffEndpoints } from './transfers-staff.ts';
import { verificationStaffEndpoints } from './verification-staff.ts';
import { verificationEndpoints } from './verification.ts';
import { walletsEndpoints } from './wallets.ts';

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
