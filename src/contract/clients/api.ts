import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { clientsEndpoints } from './endpoints.ts';
import { clientCorrectionEndpoints } from './corrections.ts';
import { closureEndpoints } from './closure.ts';
import { supportPinEndpoints } from './support-pin.ts';
import { riskEndpoints } from './risk.ts';
import { clientProgramEndpoints } from './program-endpoints.ts';
import { ownDataEndpoints } from './own-data.ts';

/** Every endpoint of the module. */
export const clientsApi = {
  ...clientsEndpoints,
  ...clientCorrectionEndpoints,
  ...closureEndpoints,
  ...supportPinEndpoints,
  ...riskEndpoints,
  ...ownDataEndpoints,
  ...clientProgramEndpoints,
} as const satisfies Endpoints;
