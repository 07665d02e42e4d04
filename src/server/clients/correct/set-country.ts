import { isCountry } from '#contract/kernel/countries.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
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
  checkMoved((await lockPerson(app.db, me, clientId)).country, country);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const { country: from } = await lockPerson(tx, me, clientId);
    await moveLocked(app, tx, me, { clientId, from, country, reason });
  });
  return { status: 'ok' };
}

interface Move {
  clientId: string;
  from: string;
  country: string;
  reason: string;
}

/**
 * Corrects the country of a client who is locked.
 * @throws Refusal `auth.country`, `clients.same_country`
 */
export async function moveLocked(app: App, tx: Tx, by: Actor, { clientId, from, country, reason }: Move) {
  checkMoved(from, country);
  await tx.run(sql`update person set country = ${country} where id = ${clientId}`);
  await reviewAgain(tx, clientId, ['residence']);
  const ended = await endLevel(tx, app, clientId, ['residence']);
  await settle(app, tx, clientId);
  await app.outbox.emit(tx, 'clients.country_set', { clientId });
  const details = { from, to: country, reason, ...ended, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'clients.set_country', details });
}

function checkMoved(from: string, country: string): void {
  if (!isCountry(country)) throw refuseField('country', 'auth.country');
  if (country === from) throw refuseField('country', 'clients.same_country');
}
