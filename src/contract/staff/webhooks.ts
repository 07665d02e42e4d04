import { z } from 'zod';
import { ofClient } from '#contract/operator/event-data.ts';

/** The payloads of its public events. */
export const staffWebhooks = {
  'client.blocked': z.object({ ...ofClient, reason: z.string() }),
  'client.unblocked': z.object(ofClient),
} as const;
