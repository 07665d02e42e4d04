import { isCountry } from '#contract/countries.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { changePerson, type PersonalData } from '#server/verification/change-person.ts';
import { declareAnew } from '#server/verification/declare.ts';
import { readFacts } from '#server/verification/facts.ts';
import { settle } from '#server/verification/settle.ts';
import { holdWhom } from './lock-person.ts';

interface Person {
  first_name: string;
  second_name: string;
  birth_on?: string | undefined;
  nationality?: string | undefined;
}

interface Correction extends Person, Proof {
  client_id: string;
  reason: string;
}

/**
 * Puts right who a client is, where he may not do it himself any more. Nobody’s word alone proves the new name: what was
 * proven goes back to review.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `validation.choice`, `clients.same_person`,
 * and those of the proof
 */
export async function correctPerson(
  app: App,
  me: Client,
  { client_id: clientId, reason, first_name, second_name, birth_on, nationality, ...proof }: Correction,
): Promise<{ status: 'ok' }> {
  const given = { first_name, second_name, birth_on, nationality };
  await holdOther(app.db, me, clientId, given);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const person = await holdOther(tx, me, clientId, given);
    await changePerson(app, tx, clientId, person, { actorId: me.id, act: 'clients.correct_person', reason });
    await declareAnew(app, tx, clientId, person);
    await settle(app, tx, clientId);
    await app.outbox.emit(tx, 'clients.person_corrected', { clientId });
  });
  return { status: 'ok' };
}

/** Holds whoever is to be somebody else than it says. What he has not declared yet is left to him. */
async function holdOther(db: Queries, me: Client, clientId: string, given: Person): Promise<PersonalData> {
  await holdWhom(db, me, clientId);
  const { first_name, second_name, birth_on, nationality } = given;
  if (nationality && !isCountry(nationality)) throw refuseField('nationality', 'validation.choice');
  const { facts } = await readFacts(db, clientId);
  const person = {
    first_name,
    second_name,
    ...(birth_on && facts.birth_on && { birth_on }),
    ...(nationality && facts.nationality && { nationality }),
  };
  const said = Object.entries(person) as [keyof Person, string][];
  if (said.every(([fact, value]) => facts[fact] === value)) throw refuse('clients.same_person');
  return person;
}
