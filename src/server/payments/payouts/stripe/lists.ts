import type { Stripe } from 'stripe';
import type { Outcome } from '#server/platform/connections/outcome.ts';

/** What each list is asked for at once. */
export const pageSize = 100;
/** Longer lists are not looked through. */
export const mostListed = 9999;

/** A list that was cut off says nothing of what is missing in it. */
export const whole = <T>(list: Outcome<T[]>): Outcome<T[]> =>
  list.kind === 'done' && list.value.length >= mostListed
    ? { kind: 'unknown', detail: 'a list too long to look through' }
    : list;

/** Version 2 reads times as RFC 3339 text, though Stripe's library types these as the seconds of version 1. */
export const createdBetween = (since: Date, until?: Date): Stripe.RangeQueryParam =>
  ({
    gte: since.toISOString(),
    ...(until && { lt: until.toISOString() }),
  }) as unknown as Stripe.RangeQueryParam;
