import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { platformEndpoints } from './platform.ts';
import { filesEndpoints } from './files.ts';
import { readsEndpoints } from './reads/endpoints.ts';
import { realtimeEndpoints } from './realtime.ts';

/** Every endpoint of the module. */
export const platformApi = {
  ...platformEndpoints,
  ...filesEndpoints,
  ...realtimeEndpoints,
  ...readsEndpoints,
} as const satisfies Endpoints;
