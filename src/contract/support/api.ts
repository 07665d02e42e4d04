import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { supportEndpoints } from './endpoints.ts';
import { supportProgramEndpoints } from './program-endpoints.ts';
import { supportStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const supportApi = {
  ...supportEndpoints,
  ...supportStaffEndpoints,
  ...supportProgramEndpoints,
} as const satisfies Endpoints;
