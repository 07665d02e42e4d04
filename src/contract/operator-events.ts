import { z } from 'zod';
import { decimal, instant, uuid } from './fields.ts';
import { applicationStates, offeringStates } from './ipo-names.ts';
import { testEvent, type PublicEvent } from './operator-event-names.ts';
import { tierNames } from './tier-names.ts';

const ofClient = { client_id: uuid };
const payment = z.object({ ...ofClient, payment_id: uuid, number: z.string(), amount: decimal, currency: z.string() });
/** Turned down or taken back; the reason by its code. */
const refused = payment.extend({ reason: z.string() });

/**
 * What each public event tells, in version 1: ids, states and amounts; who somebody is stands behind his id, for keys that may
 * read it. A field is never taken away or given another meaning within a version; new ones may come.
 */
export const eventData = {
  'client.registered': z.object(ofClient),
  'client.level_changed': z.object({ ...ofClient, from: z.number().int(), to: z.number().int() }),
  'client.tier_changed': z.object({
    ...ofClient,
    from: z.enum(tierNames),
    to: z.enum(tierNames),
    /** The day (UTC) from which on it counts. */
    on: z.iso.date(),
  }),
  'account.opened': z.object({ ...ofClient, account_number: z.string() }),
  'deposit.credited': payment,
  'deposit.rejected': refused,
  'deposit.refunded': refused,
  'deposit.charged_back': refused,
  'withdrawal.submitted': payment,
  'withdrawal.approved': payment,
  'withdrawal.sent': payment,
  'withdrawal.rejected': refused,
  'ipo.offering_changed': z.object({ offering_id: uuid, state: z.enum(offeringStates) }),
  'ipo.application_changed': z.object({ ...ofClient, application_id: uuid, state: z.enum(applicationStates) }),
} as const satisfies Record<PublicEvent, z.ZodObject>;

export type EventData<Name extends PublicEvent> = z.output<(typeof eventData)[Name]>;

/** What is sent, and what the list of events holds. */
export const operatorEvent = z.object({
  id: uuid,
  type: z.string(),
  version: z.literal(1),
  timestamp: instant,
  data: z.record(z.string(), z.unknown()),
});
export type OperatorEvent = z.output<typeof operatorEvent>;

/** The webhooks as the API page lists them. */
export const webhookSchemas: Record<string, z.ZodType> = Object.fromEntries(
  [...Object.entries(eventData), [testEvent, z.object({})] as const].map(([type, data]) => [
    type,
    operatorEvent.extend({ type: z.literal(type), data }),
  ]),
);
