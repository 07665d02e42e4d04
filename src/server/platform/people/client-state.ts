import { sql } from '../db/sql.ts';

/** Whether a client `c` can sign in, in the words of `clientStates`. */
export const clientState = sql`
  case when c.closed_at is not null then 'closed' when c.blocked_at is not null then 'blocked'
       when c.frozen_at is not null and c.email_disputed_at is not null then 'disputed'
       when c.frozen_at is not null then 'frozen' else 'active' end`;

/**
 * What a client `c` has proven, in levels; a client with a confirmed email is past the first level whatever staff have
 * set.
 */
export const clientLevel = sql`greatest(c.verification_level, (c.email_verified_at is not null)::int)`;
