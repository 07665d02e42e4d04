import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { ipoEndpoints } from './endpoints.ts';
import { ipoStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const ipoApi = {
  ...ipoEndpoints,
  ...ipoStaffEndpoints,
} as const satisfies Endpoints;
