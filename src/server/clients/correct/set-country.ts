import { isCountry } from '#contract/countries.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { endLevel, reviewAgain } from '#server/verification/change-person.ts';
import { settle } from '#server/verification/settle.ts';
import { holdWhom } from './lock-person.ts';

interface Setting extends Proof {
  client_id: string;
  country: string;
  reason: string;
}

/**
 * Puts the country of residence right. Offerings that leave a country out read it anew at each application; a residence
 * that was proven in the other country is looked at again.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `auth.country`, `clients.same_country`,
 * and those of the proof
 */
export async function setCountry(
  app: App,
  me: Client,
  { client_id: clientId, country, reason, ...proof }: Setting,
): Promise<{ status: 'ok' }> {
  await holdElsewhere(app.db, me, clientId, country);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const from = await holdElsewhere(tx, me, clientId, country);
    await tx.run(sql`update client set country = ${country} where id = ${clientId}`);
    await reviewAgain(tx, clientId, ['residence']);
    const ended = await endLevel(tx, app, clientId, ['residence']);
    await settle(app, tx, clientId);
    await app.outbox.emit(tx, 'clients.country_set', { clientId });
    const details = { from, to: country, reason, ...ended };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'clients.set_country', details });
  });
  return { status: 'ok' };
}

/** Holds whoever is to live elsewhere than it says; answers with where that is. */
async function holdElsewhere(db: Queries, me: Client, clientId: string, country: string): Promise<string> {
  const { country: from } = await holdWhom(db, me, clientId);
  if (!isCountry(country)) throw refuseField('country', 'auth.country');
  if (country === from) throw refuseField('country', 'clients.same_country');
  return from;
}
