import type { Queries } from '#server/platform/db/database.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { findWhom } from './find.ts';

/**
 * Checks that staff may set something for a client, but not for themselves.
 * @throws Refusal `http.not_found`, `staff.own_profile`
 */
export async function admit(db: Queries, me: Person, clientId: string): Promise<void> {
  await findWhom(db, clientId);
  if (clientId === me.id) throw refuse('staff.own_profile');
}

/** @throws Refusal on `until` `staff.override_until`, when its last day (UTC) is over */
export function checkUntil(at: Date, until: string | null): void {
  if (until !== null && until < at.toISOString().slice(0, 10)) throw refuseField('until', 'staff.override_until');
}
