import { createClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { demoPeople, type DemoPerson } from './people.ts';
import { daysBefore, timelineOf } from './timeline.ts';

/** Lets a person register and live until now; returns the id. Each act runs with the clock at its own time. */
export async function seedPerson(app: App, person: DemoPerson, passwordHash: string, now: Date): Promise<string> {
  const atTime = (at: Date): App => ({ ...app, clock: { now: () => at } });
  const joinedAt = daysBefore(now, person.joinedDaysAgo);
  const id = await register(atTime(joinedAt), person, passwordHash);
  await setByStaff(app, id, person, joinedAt);
  for (const { at, run } of timelineOf(person.id, now)) await run(atTime(at), id);
  return id;
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
      manager_name = ${manager ? `${manager.firstName} ${manager.secondName}` : null}, manager_email = ${manager?.email ?? null}
    where id = ${id}`);
}
