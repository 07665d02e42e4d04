import { z } from 'zod';
import { importances } from './economy-names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { instant, instantsInOrder } from '#contract/kernel/fields.ts';

const economicEvent = z.object({
  /** Of its source. */
  id: z.string(),
  at: instant,
  /** ISO 3166-1 alpha-2, or EU for the euro area. */
  country: z.string(),
  /** In the caller's language where the source is ours, otherwise as in the source. */
  title: z.string(),
  importance: z.enum(importances),
  /** As the source writes them, with their unit; null where there is none, as an actual figure before its time. */
  actual: z.string().nullable(),
  forecast: z.string().nullable(),
  previous: z.string().nullable(),
});
export type EconomicEvent = z.output<typeof economicEvent>;

export const economyEndpoints = {
  'economy.calendar': {
    route: 'GET /api/market/economic-calendar',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Economic data releases within a period of at most 31 days, earliest first.',
    query: z.strictObject({ from: instant, to: instant }).refine(...instantsInOrder),
    response: z.object({
      /** The figures describe no real economy; a screen that shows them says so. */
      simulated: z.boolean(),
      /** The source has been silent for longer than the operator allows, so the data may be outdated. */
      is_stale: z.boolean(),
      /** When the source last answered; null when it never did. */
      read_at: instant.nullable(),
      events: z.array(economicEvent),
    }),
    refusals: ['economy.too_long'],
  },
} as const satisfies Endpoints;
