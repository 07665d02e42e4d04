import { declarations, type Declared } from '#contract/modules.ts';

// The names of webhooks. Without the schema library, so that the browser may import it for real.

/** The public events, a part of the internal ones, by name; their payloads are in the webhooks.ts of each module. */
export type PublicEvent = Declared<'publicEvents'>[number];
export const publicEvents = declarations.flatMap((module) => module.publicEvents ?? []).toSorted() as PublicEvent[];

/** Sent when an administrator requests it, to test a receiver. */
export const testEvent = 'webhook.test';

/** `disabled` after nothing had arrived for days; `off` by an administrator. */
export const webhookStates = ['active', 'off', 'disabled'] as const;
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
/**
 * Why an attempt failed: an address that is not on the public internet, no connection, no response in time, a wrong
 * status, or a secret that no longer opens, so that nothing was sent.
 */
export const attemptFailures = ['address', 'connection', 'timeout', 'status', 'secret'] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

export const maxWebhooks = 20;
/** Pauses before each further attempt, in seconds; with the last one an event has been tried for three days. */
export const retryPausesS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400] as const;
/** After so many hours without a delivery the endpoint is disabled. */
export const disableAfterHours = 72;
/** How many days events and the results of their deliveries are stored. */
export const eventRetentionDays = 30;
