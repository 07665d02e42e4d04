import { isCountry } from '#contract/kernel/countries.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { endLevel, reviewAgain } from '#server/verification/change-person.ts';
import { settle } from '#server/verification/settle.ts';
import { lockPerson } from './lock-person.ts';

interface Setting extends Proof {
  client_id: string;
  country: string;
  reason: string;
}

/**
 * Corrects the country of residence. Offerings that exclude a country read it at each application; a residence that was
 * proven in the other country goes back to review.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `auth.country`, `clients.same_country`,
 * and those of the proof
 */
export async function setCountry(
  app: App,
  me: Person,
  { client_id: clientId, country, reason, ...proof }: Setting,
): Promise<{ status: 'ok' }> {
  await lockMoved(app.db, me, clientId, country);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const from = await lockMoved(tx, me, clientId, country);
    await tx.run(sql`update person set country = ${country} where id = ${clientId}`);
    await reviewAgain(tx, clientId, ['residence']);
    const ended = await endLevel(tx, app, clientId, ['residence']);
    await settle(app, tx, clientId);
    await app.outbox.emit(tx, 'clients.country_set', { clientId });
    const details = { from, to: country, reason, ...ended };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'clients.set_country', details });
  });
  return { status: 'ok' };
}

/** Locks the person, checks that the country differs, and returns the present one. */
async function lockMoved(db: Queries, me: Person, clientId: string, country: string): Promise<string> {
  const { country: from } = await lockPerson(db, me, clientId);
  if (!isCountry(country)) throw refuseField('country', 'auth.country');
  if (country === from) throw refuseField('country', 'clients.same_country');
  return from;
}
