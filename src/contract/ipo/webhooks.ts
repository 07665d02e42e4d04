import { z } from 'zod';
import { uuid } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';
import { applicationStates, offeringStates } from './names.ts';

/** The payloads of its public events. */
export const ipoWebhooks = {
  'ipo.offering_changed': z.object({ offering_id: uuid, state: z.enum(offeringStates) }),
  'ipo.application_changed': z.object({ ...ofClient, application_id: uuid, state: z.enum(applicationStates) }),
} as const;
