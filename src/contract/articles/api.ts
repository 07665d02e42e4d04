import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { articlesEndpoints } from './endpoints.ts';
import { articlesProgramEndpoints } from './program-endpoints.ts';
import { articlesStaffEndpoints } from './staff-endpoints.ts';

/** Every endpoint of the module. */
export const articlesApi = {
  ...articlesEndpoints,
  ...articlesStaffEndpoints,
  ...articlesProgramEndpoints,
} as const satisfies Endpoints;
