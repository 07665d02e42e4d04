import type { Language } from '#contract/kernel/languages.ts';
import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { endRequest, insertRequest } from '#server/platform/approvals/store-request.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { demoPeople, type DemoPerson } from './people.ts';
import { daysBefore, timelineOf } from './timeline.ts';

/** An action of a person at this time of the app's clock. */
export interface PersonAction {
  at: Date;
  run: (app: App) => Promise<void>;
}

/**
 * The actions of a person from the day of registration on; `onCreated` receives the person's id. Each action runs at
 * its own time.
 */
export function eventsOfLife(
  app: App,
  person: DemoPerson,
  { passwordHash, now }: { passwordHash: string; now: Date },
  onCreated: (id: string) => void,
): PersonAction[] {
  const joinedAt = daysBefore(now, person.joinedDaysAgo);
  let id = '';
  const join = async (app: App) => {
    id = await register(app, person, passwordHash);
    await setByStaff(app, id, person, joinedAt);
    onCreated(id);
  };
  return [
    { at: joinedAt, run: join },
    ...timelineOf(app, person.id, now).map(({ at, run }) => ({ at, run: (app: App) => run(app, id) })),
  ];
}

async function register(app: App, person: DemoPerson, passwordHash: string): Promise<string> {
  const { firstName, secondName, email, country, phone = null, language } = person;
  const names = { first_name: firstName, second_name: secondName };
  return app.db.tx((tx) => createClient(tx, app, { ...names, email, country, phone, language, passwordHash }));
}

/** Values that people cannot set for themselves: roles, a personal manager, a verified address and level. */
async function setByStaff({ db, config }: App, id: string, person: DemoPerson, joinedAt: Date): Promise<void> {
  const manager = demoPeople.find((each) => each.id === person.personalManager);
  await db.tx(async (tx) => {
    await openPerson(tx, config, id);
    await tx.run(sql`
      update person set
        roles = ${person.roles}, address = ${person.address ?? null}, email_verified_at = ${person.verified ? joinedAt : null}
      where id = ${id}`);
    await noteRoles(tx, id, person, joinedAt);
    await agreeOnLevel(tx, { config }, id, person, joinedAt);
  });
  await db.run(sql`
    insert into client_manager (client_id, manager_id, since)
    select ${id}, id, ${joinedAt} from person where email = ${manager?.email ?? null}`);
}

/** Roles are in the audit log, from which `bin/verify people` replays them. */
async function noteRoles(tx: Tx, id: string, { roles }: DemoPerson, at: Date): Promise<void> {
  const to = roles
    .filter((role) => role !== 'client')
    .toSorted()
    .join(' ');
  if (to === '') return;
  const details = { from: '–', to, reason: 'demo' };
  await writeAudit(tx, { now: () => at }, { actorId: id, clientId: id, action: 'staff.set_roles', details });
}

/** The same rows as two members of staff would write, who were registered before. */
async function agreeOnLevel(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  id: string,
  person: DemoPerson,
  at: Date,
): Promise<void> {
  const { level } = person;
  const agreed = level > 1 ? await requestLevel(tx, { config }, id, person, at) : null;
  await tx.run(sql`
    update person set verification_level = ${level}, level_override = ${agreed && level}, level_approval_request_id = ${agreed}
    where id = ${id}`);
}

/** The reason as the client reads it in the account activity. */
const checkedInPerson: Partial<Record<Language, string>> = {
  ar: 'تم التحقق من الهوية حضوريًا.',
  cs: 'Totožnost ověřena osobně.',
  de: 'Identität persönlich geprüft.',
  pl: 'Tożsamość potwierdzona osobiście.',
};

/** @returns the approved request */
async function requestLevel(
  tx: Tx,
  app: Pick<App, 'config'>,
  id: string,
  { level, language }: DemoPerson,
  at: Date,
): Promise<string> {
  const staff = ['viktor', 'adam'].map((who) => demoPeople.find((each) => each.id === who)?.email ?? '');
  const { authorId, secondId } = await tx.one<{ authorId: string; secondId: string }>(sql`
    select a.id as "authorId", b.id as "secondId" from person a, person b where a.email = ${staff[0]} and b.email = ${staff[1]}`);
  const reason = checkedInPerson[language] ?? 'Identity checked in person.';
  const approvalRequestId = await insertRequest(app, tx, authorId, {
    kind: 'level',
    key: null,
    clientId: id,
    value: sql`to_jsonb(${level}::int)`,
    reason,
    at,
    expiresAt: new Date(at.getTime() + 7 * 86_400_000),
  });
  if (approvalRequestId === null) throw new Error('another request about the level is open');
  await endRequest(app, tx, approvalRequestId, { state: 'approved', byId: secondId, at });
  const details = { from: '0', to: String(level), by: 'hand', reason };
  await writeAudit(tx, { now: () => at }, { actorId: authorId, clientId: id, action: 'clients.set_level', details });
  return approvalRequestId;
}
