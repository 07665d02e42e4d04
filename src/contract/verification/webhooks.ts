import { z } from 'zod';
import { uuid } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';
import { documentKinds } from './names.ts';

const document = z.object({ ...ofClient, document_id: uuid, kind: z.enum(documentKinds) });

/** The payloads of its public events. */
export const verificationWebhooks = {
  'client.level_changed': z.object({ ...ofClient, from: z.number().int(), to: z.number().int() }),
  'document.accepted': document,
  'document.rejected': document.extend({ reasons: z.array(z.string()) }),
  'document.requested': z.object({ ...ofClient, kind: z.enum(documentKinds) }),
  /** The first day (UTC) on which it is no longer valid. */
  'document.expiring': document.extend({ expires_on: z.iso.date() }),
} as const;
