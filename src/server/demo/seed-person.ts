import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { demoPeople, type DemoPerson } from './people.ts';
import { daysBefore, timelineOf } from './timeline.ts';

/** Something that somebody did, when the app's clock stood at that time. */
export interface PersonAct {
  at: Date;
  run: (app: App) => Promise<void>;
}

/** What happens to a person from the day on which he registers; `tell` hears his id. Each act runs at its own time. */
export function lifeOf(person: DemoPerson, passwordHash: string, now: Date, tell: (id: string) => void): PersonAct[] {
  const joinedAt = daysBefore(now, person.joinedDaysAgo);
  let id = '';
  const join = async (app: App) => {
    id = await register(app, person, passwordHash);
    await setByStaff(app, id, person, joinedAt);
    tell(id);
  };
  return [
    { at: joinedAt, run: join },
    ...timelineOf(person.id, now).map(({ at, run }) => ({ at, run: (app: App) => run(app, id) })),
  ];
}

async function register(app: App, person: DemoPerson, passwordHash: string): Promise<string> {
  const { firstName, secondName, email, country, phone = null, language } = person;
  const names = { first_name: firstName, second_name: secondName };
  return app.db.tx((tx) => createClient(tx, app, { ...names, email, country, phone, language, passwordHash }));
}

/** What nobody can give himself: roles, a personal manager, a verified address and level. */
async function setByStaff({ db }: App, id: string, person: DemoPerson, joinedAt: Date): Promise<void> {
  const manager = demoPeople.find((each) => each.id === person.personalManager);
  await db.run(sql`
    update client set
      roles = ${person.roles}, address = ${person.address ?? null},
      email_verified_at = ${person.verified ? joinedAt : null}, verification_level = ${person.level},
      level_override = ${person.level > 1 ? person.level : null}
    where id = ${id}`);
  await db.run(sql`
    insert into client_manager (client_id, manager_id, since)
    select ${id}, id, ${joinedAt} from client where email = ${manager?.email ?? null}`);
}
