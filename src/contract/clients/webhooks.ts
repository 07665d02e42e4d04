import { z } from 'zod';
import { instant, uuid } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';
import { riskRatings } from './risk-names.ts';
import { overrideKinds } from '#contract/staff/override-names.ts';

/** The payloads of its public events. */
export const clientsWebhooks = {
  /** The account manager from now on; none when it is null. */
  'client.manager_changed': z.object({ ...ofClient, manager_id: uuid.nullable() }),
  /** Whether staff have set an override, and until which day (UTC), or the operator's rule applies again. */
  'client.limits_changed': z.object({
    ...ofClient,
    kind: z.enum(overrideKinds),
    own: z.boolean(),
    until: z.iso.date().nullable(),
  }),
  /** Compliance has rated the client's risk otherwise than before; for staff only. */
  'client.risk_changed': z.object({ ...ofClient, risk: z.enum(riskRatings) }),
  'client.closure_requested': z.object({ ...ofClient, closes_at: instant }),
  'client.closure_cancelled': z.object(ofClient),
  'client.closed': z.object(ofClient),
  'client.reopened': z.object(ofClient),
} as const;
