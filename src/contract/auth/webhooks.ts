import { z } from 'zod';
import { instant } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';

/** The payloads of its public events. */
export const authWebhooks = {
  'client.registered': z.object(ofClient),
  /** By a link that we had emailed; `disputed` where that was to a former address. */
  'client.frozen': z.object({ ...ofClient, disputed: z.boolean(), frozen_at: instant }),
  'client.email_changed': z.object({ ...ofClient, changed_at: instant }),
} as const;
