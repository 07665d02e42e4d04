import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { operatorKeysEndpoints } from './keys.ts';
import { operatorWebhooksEndpoints } from './webhooks.ts';
import { operatorApiEndpoints } from './program-endpoints.ts';
import { operatorWriteEndpoints } from './program-writes.ts';

/** Every endpoint of the module. */
export const operatorApi = {
  ...operatorKeysEndpoints,
  ...operatorWebhooksEndpoints,
  ...operatorApiEndpoints,
  ...operatorWriteEndpoints,
} as const satisfies Endpoints;
