import { sql, type Sql } from '../db/sql.ts';

/**
 * Whether the session of this id is valid: it has not ended or expired, and the key of its browser, if it has one, has
 * renewed it in time. What a session opened is valid as long as the session.
 */
export const sessionLives = (id: Sql, now: Date): Sql => sql`
  exists (select from session o where o.id = ${id} and o.revoked_at is null and o.expires_at > ${now}
          and (o.binding_until is null or o.binding_until > ${now}))`;
