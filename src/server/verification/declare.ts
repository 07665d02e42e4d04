import { isCountry } from '#contract/kernel/countries.ts';
import type { DraftStep } from '#contract/verification/names.ts';
import { profileVersion } from '#contract/verification/names.ts';
import type { ProfileAnswers } from '#contract/verification/endpoints.ts';
import type { TakeProof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { changePerson, holdToProven } from './change-person.ts';
import { lockClient, settle } from './settle.ts';

interface DeclaredPerson {
  first_name: string;
  second_name: string;
  birth_on: string;
  nationality: string;
  phone: string;
  address: string;
}

/**
 * Declares the personal data of a client; earlier declarations stay stored.
 * @throws Refusal `validation.phone`, `verification.under_age`, `validation.choice`, `verification.name_locked`
 */
export async function declarePerson(
  app: App,
  client: Pick<Person, 'id' | 'country'>,
  declared: DeclaredPerson,
  takeProof: TakeProof = async () => {},
): Promise<void> {
  const clientId = client.id;
  const person = { ...declared, phone: readPhone(declared.phone, client.country) ?? '' };
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    await takeProof(tx);
    await lockClient(tx, clientId);
    await checkAge(tx, person.birth_on, at);
    if (!isCountry(person.nationality)) throw refuseField('nationality', 'validation.choice');
    await holdToProven(tx, clientId, person);
    await changePerson(app, tx, clientId, person, { by: { id: clientId }, action: 'verification.save_person' });
    await storeDeclared(tx, clientId, person, at);
    await deleteDraft(tx, clientId, 'person');
    await settle(app, tx, clientId);
  });
}

/** Stores staff's correction of a declaration. A client without a declaration declares it themselves. */
export async function redeclare(
  app: App,
  tx: Tx,
  clientId: string,
  person: Partial<Pick<DeclaredPerson, 'birth_on' | 'nationality'>>,
): Promise<void> {
  await tx.run(sql`
    insert into verification_person (id, client_id, first_name, second_name, birth_on, nationality, phone, address, at)
    select ${newId()}, c.id, c.first_name, c.second_name, coalesce(${person.birth_on ?? null}::date, p.birth_on),
           coalesce(${person.nationality ?? null}, p.nationality), p.phone, p.address, ${app.clock.now()}
    from person c join verification_person p on p.client_id = c.id
    where c.id = ${clientId} order by p.at desc, p.id desc limit 1`);
}

async function storeDeclared(tx: Tx, clientId: string, person: DeclaredPerson, at: Date): Promise<void> {
  await tx.run(sql`
    insert into verification_person (id, client_id, first_name, second_name, birth_on, nationality, phone, address, at)
    values (${newId()}, ${clientId}, ${person.first_name}, ${person.second_name}, ${person.birth_on},
            ${person.nationality}, ${person.phone}, ${person.address}, ${at})`);
}

async function checkAge(tx: Tx, bornOn: string, at: Date): Promise<void> {
  const { min, isOld } = await tx.one<{ min: number; isOld: boolean }>(sql`
    select min_age as min,
           ${bornOn}::date <= (${at}::timestamptz at time zone 'UTC')::date - make_interval(years => min_age) as "isOld"
    from verification_setting`);
  if (!isOld) throw refuseField('birth_on', 'verification.under_age', { years: min });
}

/** Stores the answers to the present questions; earlier ones stay on record. */
export async function saveProfileAnswers(app: App, clientId: string, answers: ProfileAnswers): Promise<void> {
  await app.db.tx(async (tx) => {
    await lockClient(tx, clientId);
    await tx.run(sql`
      insert into verification_profile (id, client_id, version, answers, at)
      values (${newId()}, ${clientId}, ${profileVersion}, ${JSON.stringify(answers)}::jsonb, ${app.clock.now()})`);
    await deleteDraft(tx, clientId, 'profile');
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'verification.save_profile' });
    await settle(app, tx, clientId);
  });
}

/** Stores a form as far as it is filled in; the latest state counts. */
export async function saveDraft(
  app: App,
  clientId: string,
  draft: { step: DraftStep; content: Record<string, string> },
): Promise<void> {
  await app.db.run(sql`
    insert into verification_draft (client_id, step, content, at)
    values (${clientId}, ${draft.step}, ${JSON.stringify(draft.content)}::jsonb, ${app.clock.now()})
    on conflict (client_id, step) do update set content = excluded.content, at = excluded.at`);
}

/** Deletes the draft of a form that was sent. */
export async function deleteDraft(tx: Tx, clientId: string, step: DraftStep): Promise<void> {
  await tx.run(sql`delete from verification_draft where client_id = ${clientId} and step = ${step}`);
}
