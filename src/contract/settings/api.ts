import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { settingsEndpoints } from './endpoints.ts';
import { guardedSettingEndpoints } from './protected.ts';
import { setupEndpoints } from './setup.ts';

/** Every endpoint of the module. */
export const settingsApi = {
  ...settingsEndpoints,
  ...guardedSettingEndpoints,
  ...setupEndpoints,
} as const satisfies Endpoints;
