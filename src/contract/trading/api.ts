import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { tradingEndpoints } from './endpoints.ts';
import { tradingProgramEndpoints } from './program-endpoints.ts';
import { transfersStaffEndpoints } from './staff-transfers.ts';
import { mirroredBooksEndpoints } from './mirrored-books.ts';

/** Every endpoint of the module. */
export const tradingApi = {
  ...tradingEndpoints,
  ...transfersStaffEndpoints,
  ...mirroredBooksEndpoints,
  ...tradingProgramEndpoints,
} as const satisfies Endpoints;
