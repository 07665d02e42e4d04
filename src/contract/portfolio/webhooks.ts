import { z } from 'zod';
import { ofClient } from '#contract/operator/event-data.ts';
import { tierNames } from './tier-names.ts';

/** The payloads of its public events. */
export const portfolioWebhooks = {
  'client.tier_changed': z.object({
    ...ofClient,
    from: z.enum(tierNames),
    to: z.enum(tierNames),
    /** The day (UTC) from which on it applies. */
    on: z.iso.date(),
  }),
} as const;
