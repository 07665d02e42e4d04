import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { anyHashOf } from '../secrets/token.ts';

/**
 * Until when a session admits a socket: as long as the half that the call showed counts, and one term of renewal at
 * most. So a copied session keeps a socket no longer than it is good for calls, and a socket does not outlive a session
 * whose end it was not notified of.
 */
export async function admittedUntil(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  sessionId: string,
  binding = '',
): Promise<number> {
  const half = anyHashOf(config, 'session binding', binding);
  const max = new Date(clock.now().getTime() + config.sessions.renewalMs);
  const { until } = await db.one<{ until: Date }>(sql`
    select least(expires_at, ${max}::timestamptz,
                 case when binding_hash = ${half} then binding_until else former_binding_until end) as until
    from session where id = ${sessionId}`);
  return until.getTime();
}
