import { z } from 'zod';
import { instant, uuid } from '#contract/kernel/fields.ts';

/** Whom an event is about. */
export const ofClient = { client_id: uuid };

/** What is sent, and what the list of events holds. */
export const operatorEvent = z.object({
  id: uuid,
  type: z.string(),
  version: z.literal(1),
  timestamp: instant,
  data: z.record(z.string(), z.unknown()),
});
export type OperatorEvent = z.output<typeof operatorEvent>;
