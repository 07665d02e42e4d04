import { z } from 'zod';
import { decimal, instant, uuid } from '#contract/kernel/fields.ts';
import { applicationStates, offeringStates } from '#contract/ipo/names.ts';
import { publicEvents, testEvent, type PublicEvent } from './event-names.ts';
import { legalKinds } from '#contract/legal/names.ts';
import { overrideKinds } from '#contract/staff/override-names.ts';
import { adjustmentCategories } from '#contract/payments/names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { documentKinds } from '#contract/verification/names.ts';

const ofClient = { client_id: uuid };
const payment = z.object({ ...ofClient, payment_id: uuid, number: z.string(), amount: decimal, currency: z.string() });
const account = z.object({ ...ofClient, account_number: z.string() });
const document = z.object({ ...ofClient, document_id: uuid, kind: z.enum(documentKinds) });
/** Rejected or cancelled; the reason by its code. */
const refused = payment.extend({ reason: z.string() });

/**
 * The payload of each public event, version 1: ids, states and amounts. The person behind an id is for keys with that
 * scope. Within a version a field is never removed and never changes its meaning; new ones may come.
 */
export const eventData = {
  'client.registered': z.object(ofClient),
  'client.level_changed': z.object({ ...ofClient, from: z.number().int(), to: z.number().int() }),
  'client.tier_changed': z.object({
    ...ofClient,
    from: z.enum(tierNames),
    to: z.enum(tierNames),
    /** The day (UTC) from which on it applies. */
    on: z.iso.date(),
  }),
  /** The account manager from now on; none when it is null. */
  'client.manager_changed': z.object({ ...ofClient, manager_id: uuid.nullable() }),
  /** Whether staff have set an override, and until which day (UTC), or the operator's rule applies again. */
  'client.limits_changed': z.object({
    ...ofClient,
    kind: z.enum(overrideKinds),
    own: z.boolean(),
    until: z.iso.date().nullable(),
  }),
  'client.blocked': z.object({ ...ofClient, reason: z.string() }),
  'client.unblocked': z.object(ofClient),
  /** By a link that we had emailed; `disputed` where that was to a former address. */
  'client.frozen': z.object({ ...ofClient, disputed: z.boolean(), frozen_at: instant }),
  'client.email_changed': z.object({ ...ofClient, changed_at: instant }),
  'client.closure_requested': z.object({ ...ofClient, closes_at: instant }),
  'client.closure_cancelled': z.object(ofClient),
  'client.closed': z.object(ofClient),
  'client.reopened': z.object(ofClient),
  /** The client consented to this version of a legal document of the operator, at registration or later. */
  'client.legal_accepted': z.object({
    ...ofClient,
    document: z.enum(legalKinds),
    version: z.number().int(),
    version_id: uuid,
    accepted_at: instant,
  }),
  'document.accepted': document,
  'document.rejected': document.extend({ reasons: z.array(z.string()) }),
  'document.requested': z.object({ ...ofClient, kind: z.enum(documentKinds) }),
  /** The first day (UTC) on which it is no longer valid. */
  'document.expiring': document.extend({ expires_on: z.iso.date() }),
  'account.opened': account,
  'account.margin_call': account.extend({ margin_level: decimal }),
  'account.stop_out': account.extend({ symbol: z.string() }),
  'deposit.cancelled': payment,
  'deposit.expired': payment,
  'deposit.credited': payment,
  'deposit.rejected': refused,
  'deposit.refunded': refused,
  'deposit.charged_back': refused,
  /** Reversed by staff; `amount` is what the wallet lost or got by that. */
  'deposit.reversed': refused,
  'withdrawal.expired': payment,
  'withdrawal.submitted': payment,
  'withdrawal.approved': payment,
  'withdrawal.sent': payment,
  'withdrawal.completed': payment,
  'withdrawal.rejected': refused,
  'withdrawal.cancelled': payment,
  'adjustment.posted': payment.extend({ category: z.enum(adjustmentCategories), direction: z.enum(['in', 'out']) }),
  'adjustment.reversed': refused,
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
  [...publicEvents.map((type) => [type, eventData[type]] as const), [testEvent, z.object({})] as const].map(
    ([type, data]) => [type, operatorEvent.extend({ type: z.literal(type), data })],
  ),
);
