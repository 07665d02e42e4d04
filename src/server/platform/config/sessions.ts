import { z } from 'zod';
import { whole } from './values.ts';

/** How long sessions last, with a sentence each. */
export const sessionSettings = {
  SESSION_IDLE_HOURS: whole(12, 24 * 30).describe(
    'period without use after which a session ends, unless it is remembered',
  ),
  SESSION_DAYS: whole(30, 365).describe(
    'period after which a session always ends; a remembered one ends after 365 days',
  ),
  REMEMBERED_IDLE_DAYS: whole(365, 365).describe('period without use after which a remembered session ends'),
  KEYLESS_SESSION_DAYS: whole(30, 365).describe(
    'period after which a session always ends if no browser key renews it, as in a program',
  ),
  SESSION_RENEWAL_MINUTES: whole(10, 1440).describe(
    'period for which the cookie of a session is valid before the browser key renews it',
  ),
  SESSION_CACHE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(10)
    .describe('period for which a server keeps a session that it has read; changes end it at once; 0 keeps none'),
  STAFF_SESSION_HOURS: whole(12, 24 * 365).describe('period after which a staff session always ends'),
};

type Settings = { [Name in keyof typeof sessionSettings]: z.output<(typeof sessionSettings)[Name]> };

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The same in milliseconds, under the names by which sessions are started and read. */
export function sessionsOf(set: Settings) {
  return {
    idleMs: set.SESSION_IDLE_HOURS * hourMs,
    maxMs: set.SESSION_DAYS * dayMs,
    rememberedIdleMs: set.REMEMBERED_IDLE_DAYS * dayMs,
    keylessMs: set.KEYLESS_SESSION_DAYS * dayMs,
    renewalMs: set.SESSION_RENEWAL_MINUTES * 60_000,
    keptMs: set.SESSION_CACHE_SECONDS * 1000,
    staffMs: set.STAFF_SESSION_HOURS * hourMs,
  };
}
