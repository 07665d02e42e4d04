import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { verificationEndpoints } from './endpoints.ts';
import { phoneEndpoints } from './phone-endpoints.ts';
import { verificationProgramEndpoints } from './program-endpoints.ts';
import { verificationStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const verificationApi = {
  ...verificationEndpoints,
  ...phoneEndpoints,
  ...checkEndpoints,
  ...verificationStaffEndpoints,
  ...verificationProgramEndpoints,
} as const satisfies Endpoints;
