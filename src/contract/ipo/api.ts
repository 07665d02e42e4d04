import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { ipoEndpoints } from './endpoints.ts';
import { ipoDraftEndpoints } from './program/drafts.ts';
import { ipoStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const ipoApi = {
  ...ipoEndpoints,
  ...ipoStaffEndpoints,
  ...ipoDraftEndpoints,
} as const satisfies Endpoints;
