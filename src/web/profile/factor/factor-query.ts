import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { passkeysQuery } from '../passkeys/passkeys-query.ts';
import { sessionsQuery } from '../sessions/sessions-query.ts';

/** The factors besides the password. */
export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call('POST /api/settings/second-factor', { body: {} }),
});

/**
 * Refetches what a change of a factor touches: the factors, the other sessions, which have ended, and withdrawals,
 * which may need a factor and are blocked after the change.
 */
export async function refreshFactors(): Promise<void> {
  await Promise.all(
    [factorQuery.queryKey, passkeysQuery.queryKey, sessionsQuery.queryKey, ['payment-limits']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}
