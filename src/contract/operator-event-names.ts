// What webhooks tell. Without the schema library, so that the browser may import it for real.

/** The public events, a part of those of the house; their payloads are in operator-events.ts. */
export const publicEvents = [
  'client.registered',
  'client.level_changed',
  'client.tier_changed',
  'client.manager_changed',
  'client.limits_changed',
  'client.blocked',
  'client.unblocked',
  'client.frozen',
  'client.email_changed',
  'client.closing_asked',
  'client.closing_dropped',
  'client.closed',
  'client.reopened',
  'client.legal_accepted',
  'document.accepted',
  'document.refused',
  'document.asked',
  'document.expiring',
  'account.opened',
  'account.margin_called',
  'account.stopped_out',
  'deposit.cancelled',
  'deposit.expired',
  'deposit.credited',
  'deposit.rejected',
  'deposit.refunded',
  'deposit.charged_back',
  'deposit.reversed',
  'withdrawal.expired',
  'withdrawal.submitted',
  'withdrawal.approved',
  'withdrawal.sent',
  'withdrawal.completed',
  'withdrawal.rejected',
  'withdrawal.cancelled',
  'adjustment.posted',
  'adjustment.reversed',
  'ipo.offering_changed',
  'ipo.application_changed',
] as const;
export type PublicEvent = (typeof publicEvents)[number];

/** Sent on an administrator’s wish, so that a receiver can be tried. */
export const testEvent = 'webhook.test';

/** `stopped` after nothing had arrived for days; `off` by an administrator. */
export const webhookStates = ['active', 'off', 'stopped'] as const;
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
/** Why an attempt failed: an address that is not on the public internet, no connection, no answer in time, or a wrong status. */
export const attemptFailures = ['address', 'connection', 'timeout', 'status'] as const;
export type AttemptFailure = (typeof attemptFailures)[number];

export const webhooksAtMost = 20;
/** Pauses before each further attempt, in seconds; with the last one an event has been tried for three days. */
export const retryPausesS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400] as const;
/** After so long without anything arriving an endpoint is stopped. */
export const stopAfterHours = 72;
/** For how long events and what became of them are kept. */
export const keptEventDays = 30;
