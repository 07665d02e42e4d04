import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { verificationEndpoints } from './endpoints.ts';
import { phoneEndpoints } from './phone-endpoints.ts';
import { verificationStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const verificationApi = {
  ...verificationEndpoints,
  ...phoneEndpoints,
  ...verificationStaffEndpoints,
} as const satisfies Endpoints;
