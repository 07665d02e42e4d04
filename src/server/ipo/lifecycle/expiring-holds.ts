import { sql } from '#server/platform/db/sql.ts';

/** An application `a` that waits and holds money. */
export const waiting = sql`a.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed')`;

/** Holds `h` with a date, their applications `a` and offerings `o`: by the index on that date, so its earliest come first. */
export const holdsFirst = sql`
  ledger_hold h join ipo_application a on a.hold_id = h.id join ipo_offering o on o.id = a.offering_id`;

/** Of these, those that end at their date. Once the book is frozen, the settlement ends all holds. */
export const mayExpire = sql`
  h.state = 'active' and h.expires_at is not null and ${waiting}
  and o.state in ('announced', 'open', 'closed', 'priced', 'reconfirming', 'allotting', 'postponed')
  and not exists (select from ipo_allotment f where f.offering_id = o.id)`;
