import { sql, type Sql } from '../db/sql.ts';
import type { Person } from './session.ts';

/**
 * Whether the session of this id is valid: it has not ended or expired, and the key of its browser, if it has one, has
 * renewed it in time. What a session opened is valid as long as the session, and where there is such a key, only for a
 * person who calls in this session.
 * @param caller undefined for a program to which the person has taken it
 */
export const sessionLives = (id: Sql, now: Date, caller: Pick<Person, 'sessionId'> | null | undefined): Sql => sql`
  exists (select from session o where o.id = ${id} and o.revoked_at is null and o.expires_at > ${now}
          and (o.public_key is null or o.binding_until > ${now} and (${caller === undefined} or o.id = ${caller?.sessionId ?? null})))`;
