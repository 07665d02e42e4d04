import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { marketEndpoints } from './endpoints.ts';
import { economyEndpoints } from './economy.ts';

/** Every endpoint of the module. */
export const marketApi = {
  ...marketEndpoints,
  ...economyEndpoints,
} as const satisfies Endpoints;
