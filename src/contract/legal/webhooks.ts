import { z } from 'zod';
import { instant, uuid } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';
import { legalKinds } from './names.ts';

/** The payloads of its public events. */
export const legalWebhooks = {
  /** The client consented to this version of a legal document of the operator, at registration or later. */
  'client.legal_accepted': z.object({
    ...ofClient,
    document: z.enum(legalKinds),
    version: z.number().int(),
    version_id: uuid,
    accepted_at: instant,
  }),
} as const;
