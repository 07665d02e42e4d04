import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { paymentsEndpoints } from './endpoints.ts';
import { destinationEndpoints } from './destinations.ts';
import { paymentsStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const paymentsApi = {
  ...paymentsEndpoints,
  ...destinationEndpoints,
  ...paymentsStaffEndpoints,
} as const satisfies Endpoints;
