import { authWebhooks } from '#contract/auth/webhooks.ts';
import { clientsWebhooks } from '#contract/clients/webhooks.ts';
import { ipoWebhooks } from '#contract/ipo/webhooks.ts';
import { legalWebhooks } from '#contract/legal/webhooks.ts';
import { paymentsWebhooks } from '#contract/payments/webhooks.ts';
import { portfolioWebhooks } from '#contract/portfolio/webhooks.ts';
import { staffWebhooks } from '#contract/staff/webhooks.ts';
import { tradingWebhooks } from '#contract/trading/webhooks.ts';
import { verificationWebhooks } from '#contract/verification/webhooks.ts';
import { operatorEvent } from '#contract/operator/event-data.ts';
import { publicEvents, testEvent, type PublicEvent } from '#contract/operator/event-names.ts';
import { z } from 'zod';

/**
 * The payload of each public event, version 1: ids, states and amounts. The person behind an id is for keys with that
 * scope. Within a version a field is never removed and never changes its meaning; new ones may come.
 */
export const eventData = {
  ...authWebhooks,
  ...clientsWebhooks,
  ...ipoWebhooks,
  ...legalWebhooks,
  ...paymentsWebhooks,
  ...portfolioWebhooks,
  ...staffWebhooks,
  ...tradingWebhooks,
  ...verificationWebhooks,
} as const satisfies Record<PublicEvent, z.ZodObject>;

export type EventData<Name extends PublicEvent> = z.output<(typeof eventData)[Name]>;

/** The webhooks as the API page lists them. */
export const webhookSchemas: Record<string, z.ZodType> = Object.fromEntries(
  [...publicEvents.map((type) => [type, eventData[type]] as const), [testEvent, z.object({})] as const].map(
    ([type, data]) => [type, operatorEvent.extend({ type: z.literal(type), data })],
  ),
);
