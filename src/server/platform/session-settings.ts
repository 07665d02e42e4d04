import type { z } from 'zod';
import { whole } from './config-values.ts';

/** How long sessions last, with a sentence each. */
export const sessionSettings = {
  SESSION_IDLE_HOURS: whole(12, 24 * 30).describe('a session ends when unused for so long, unless it is remembered'),
  SESSION_DAYS: whole(30, 365).describe('a session ends after so long in any case; a remembered one after 365 days'),
  REMEMBERED_IDLE_DAYS: whole(365, 365).describe('a remembered session ends when unused for so long'),
  KEYLESS_SESSION_DAYS: whole(30, 365).describe(
    'a remembered session ends after so long in any case where no key of a browser renews it, as in a program',
  ),
  SESSION_RENEWAL_MINUTES: whole(10, 1440).describe(
    'so long the cookie of a session counts before the key of the browser renews it',
  ),
  STAFF_SESSION_HOURS: whole(12, 24 * 365).describe('a session of staff ends after so long in any case'),
};

type Settings = { [Name in keyof typeof sessionSettings]: z.output<(typeof sessionSettings)[Name]> };

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The same in milliseconds, under the names by which sessions are begun and read. */
export function sessionsOf(set: Settings) {
  return {
    idleMs: set.SESSION_IDLE_HOURS * hourMs,
    mostMs: set.SESSION_DAYS * dayMs,
    rememberedIdleMs: set.REMEMBERED_IDLE_DAYS * dayMs,
    keylessMs: set.KEYLESS_SESSION_DAYS * dayMs,
    renewalMs: set.SESSION_RENEWAL_MINUTES * 60_000,
    staffMs: set.STAFF_SESSION_HOURS * hourMs,
  };
}
