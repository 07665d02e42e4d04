import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { legalEndpoints } from './endpoints.ts';
import { legalStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const legalApi = {
  ...legalEndpoints,
  ...legalStaffEndpoints,
} as const satisfies Endpoints;
