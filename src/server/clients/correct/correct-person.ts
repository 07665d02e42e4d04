import { isCountry } from '#contract/kernel/countries.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { changePerson, type PersonalData } from '#server/verification/change-person.ts';
import { redeclare } from '#server/verification/declare.ts';
import { readFacts } from '#server/verification/facts.ts';
import { settle } from '#server/verification/settle.ts';
import { lockPerson } from './lock-person.ts';

export interface CorrectedPerson {
  first_name: string;
  second_name: string;
  birth_on?: string | undefined;
  nationality?: string | undefined;
}

interface Correction extends CorrectedPerson, Proof {
  client_id: string;
  reason: string;
}

/**
 * Corrects the identity of a client who can no longer do it themselves. A member of staff alone does not prove a new
 * name: what was proven goes back to review.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `validation.choice`,
 * `clients.same_person`, and those of the proof
 */
export async function correctPerson(
  app: App,
  me: Person,
  { client_id: clientId, reason, first_name, second_name, birth_on, nationality, ...proof }: Correction,
): Promise<{ status: 'ok' }> {
  const given = { first_name, second_name, birth_on, nationality };
  await lockPerson(app.db, me, clientId);
  await findDiffering(app.db, clientId, given);
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await lockPerson(tx, me, clientId);
    await correctLocked(app, tx, me, { clientId, reason, ...given });
  });
  return { status: 'ok' };
}

/**
 * Corrects the identity of a client who is locked.
 * @throws Refusal `validation.choice`, `clients.same_person`
 */
export async function correctLocked(
  app: App,
  tx: Tx,
  by: Actor,
  { clientId, reason, ...given }: CorrectedPerson & { clientId: string; reason: string },
): Promise<void> {
  const person = await findDiffering(tx, clientId, given);
  await changePerson(app, tx, clientId, person, { by, action: 'clients.correct_person', reason });
  await redeclare(app, tx, clientId, person);
  await settle(app, tx, clientId);
  await app.outbox.emit(tx, 'clients.person_corrected', { clientId });
}

/** Checks that something differs. Returns the given data without the fields that the client has not declared yet. */
async function findDiffering(db: Queries, clientId: string, given: CorrectedPerson): Promise<PersonalData> {
  const { first_name, second_name, birth_on, nationality } = given;
  if (nationality && !isCountry(nationality)) throw refuseField('nationality', 'validation.choice');
  const { facts } = await readFacts(db, clientId);
  const person = {
    first_name,
    second_name,
    ...(birth_on && facts.birth_on && { birth_on }),
    ...(nationality && facts.nationality && { nationality }),
  };
  const text = Object.entries(person) as [keyof CorrectedPerson, string][];
  if (text.every(([fact, value]) => facts[fact] === value)) throw refuse('clients.same_person');
  return person;
}
