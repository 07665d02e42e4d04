import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { operatorKeysEndpoints } from './keys.ts';
import { operatorWebhooksEndpoints } from './webhooks.ts';
import { operatorApiEndpoints } from './program-endpoints.ts';
import { programActivityEndpoints } from './program-activity.ts';
import { programHistoryEndpoints } from './program-history.ts';
import { programMoneyEndpoints } from './program-money.ts';
import { operatorWriteEndpoints } from './program-writes.ts';

/** Every endpoint of the module. */
export const operatorApi = {
  ...operatorKeysEndpoints,
  ...operatorWebhooksEndpoints,
  ...operatorApiEndpoints,
  ...programMoneyEndpoints,
  ...programActivityEndpoints,
  ...programHistoryEndpoints,
  ...operatorWriteEndpoints,
} as const satisfies Endpoints;
