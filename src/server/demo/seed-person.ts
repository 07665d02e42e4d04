import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
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
    await agreeOnLevel(tx, id, person.level, joinedAt);
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
async function agreeOnLevel(tx: Tx, id: string, level: number, at: Date): Promise<void> {
  const [author, second] = ['viktor', 'adam'].map((who) => demoPeople.find((each) => each.id === who)?.email ?? '');
  const approvalRequestId = level > 1 ? newId() : null;
  if (approvalRequestId) {
    await tx.run(sql`
      insert into approval_request (id, kind, client_id, was, value, reason, author_id, created_at, expires_at)
      select ${approvalRequestId}, 'level', ${id}, approval_subject_status('level', null, ${id}, ${at}), to_jsonb(${level}::int), 'Identity checked in person.', id,
             ${at}, ${at}::timestamptz + interval '7 days'
      from person where email = ${author}`);
    await tx.run(sql`
      update approval_request set state = 'approved', decided_at = ${at}, decided_by = (select id from person where email = ${second})
      where id = ${approvalRequestId}`);
    const { authorId } = await tx.one<{ authorId: string }>(sql`
      select author_id as "authorId" from approval_request where id = ${approvalRequestId}`);
    const details = { from: '0', to: String(level), by: 'hand', reason: 'Identity checked in person.' };
    await writeAudit(tx, { now: () => at }, { actorId: authorId, clientId: id, action: 'clients.set_level', details });
  }
  await tx.run(sql`
    update person set verification_level = ${level}, level_override = ${level > 1 ? level : null}, level_approval_request_id = ${approvalRequestId}
    where id = ${id}`);
}
