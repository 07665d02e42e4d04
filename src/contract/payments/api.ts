import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { automaticApprovalEndpoints } from './automatic-approval.ts';
import { bankFileEndpoints } from './bank-files.ts';
import { paymentsEndpoints } from './endpoints.ts';
import { destinationEndpoints } from './destinations.ts';
import { payoutEndpoints } from './payouts/endpoints.ts';
import { paymentsProgramEndpoints } from './program-endpoints.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { paymentsStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const paymentsApi = {
  ...paymentsEndpoints,
  ...destinationEndpoints,
  ...paymentsStaffEndpoints,
  ...payoutEndpoints,
  ...bankFileEndpoints,
  ...automaticApprovalEndpoints,
  ...providerEndpoints,
  ...paymentsProgramEndpoints,
} as const satisfies Endpoints;
