import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { anyHashOf } from '../token.ts';

/**
 * Until when a socket is let in by a session: as long as the half that the call showed counts, and one term of renewal at
 * most. So a copied session keeps a socket no longer than it is good for calls, and a socket outlives no end of a session
 * that nobody told it of.
 */
export async function admittedUntil(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  sessionId: string,
  binding = '',
): Promise<number> {
  const half = anyHashOf(config, 'session binding', binding);
  const most = new Date(clock.now().getTime() + config.sessions.renewalMs);
  const { until } = await db.one<{ until: Date }>(sql`
    select least(expires_at, ${most}::timestamptz,
                 case when binding_hash = ${half} then binding_until else former_binding_until end) as until
    from session where id = ${sessionId}`);
  return until.getTime();
}
