import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { notificationsEndpoints } from './endpoints.ts';
import { pushEndpoints } from './push.ts';

/** Every endpoint of the module. */
export const notificationsApi = {
  ...notificationsEndpoints,
  ...pushEndpoints,
} as const satisfies Endpoints;
