import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { staffEndpoints } from './endpoints.ts';
import { staffClientsEndpoints } from './clients.ts';
import { staffClientListsEndpoints } from './client-lists.ts';
import { staffOverridesEndpoints } from './overrides.ts';
import { staffDealingEndpoints } from './dealing.ts';

/** Every endpoint of the module. */
export const staffApi = {
  ...staffEndpoints,
  ...staffClientsEndpoints,
  ...staffClientListsEndpoints,
  ...staffOverridesEndpoints,
  ...staffDealingEndpoints,
} as const satisfies Endpoints;
