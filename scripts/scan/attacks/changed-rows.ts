import { sql, type Sql } from '#server/platform/db/sql.ts';
import { changedWork, force } from './changed-work.ts';
import { newClient, signIn, post, type Attack, type Ground } from './ground.ts';

type Someone = Awaited<ReturnType<typeof newClient>>;

/** A change of rows that were honest, and whether it brought the forger anything. */
interface Change {
  name: string;
  of: (forger: Someone, victim: Someone) => Sql[];
  isHonoured: (ground: Ground, forger: Someone, victim: Someone) => Promise<boolean>;
}

const mac = (of: Someone) => sql`(select security_mac from person where id = ${of.id})`;

/** As a staff member. */
async function readsClients(ground: Ground, who: Someone): Promise<boolean> {
  return (await post(ground, who, '/api/staff/clients', {})).status === 200;
}

const isSignedInAs = async (ground: Ground, who: Someone, { id }: Someone) =>
  (await post(ground, who, '/api/client-info', {})).body['id'] === id;

/** With the password that both have, or the one of the forger put in place of another. */
const signsIn = (ground: Ground, { email }: Someone) =>
  signIn(ground, email).then(
    () => true,
    () => false,
  );

const changes: Change[] = [
  {
    name: 'a role',
    of: (forger) => [sql`update person set roles = '{client,admin}' where id = ${forger.id}`],
    isHonoured: readsClients,
  },
  {
    name: 'a role, with the MAC of an administrator',
    of: (forger) => [
      sql`update person set roles = '{client,admin}',
            security_mac = (select security_mac from person where 'admin' = any(roles) and id <> ${forger.id} limit 1) where id = ${forger.id}`,
    ],
    isHonoured: readsClients,
  },
  {
    name: 'a level of verification',
    of: (forger) => [sql`update person set verification_level = 4 where id = ${forger.id}`],
    isHonoured: async (ground, forger) => isSignedInAs(ground, forger, forger),
  },
  {
    name: 'a level of verification, without a MAC',
    of: (forger) => [sql`update person set verification_level = 4, security_mac = null where id = ${forger.id}`],
    isHonoured: async (ground, forger) => isSignedInAs(ground, forger, forger),
  },
  {
    name: 'the password of another',
    of: (forger, victim) => [
      sql`update person set password_hash = (select password_hash from person where id = ${forger.id}) where id = ${victim.id}`,
    ],
    isHonoured: (ground, _, victim) => signsIn(ground, victim),
  },
  {
    name: 'whose session it is',
    of: (forger, victim) => [sql`update session set person_id = ${victim.id} where person_id = ${forger.id}`],
    isHonoured: isSignedInAs,
  },
  {
    name: 'whose session it is, with the MAC of one of theirs',
    of: (forger, victim) => [
      sql`update session set person_id = ${victim.id},
            security_mac = (select security_mac from session where person_id = ${victim.id} limit 1) where person_id = ${forger.id}`,
    ],
    isHonoured: isSignedInAs,
  },
  {
    name: 'a block that was lifted, with the MAC of another',
    of: (forger, victim) => [
      sql`update person set blocked_at = now() - interval '1 day' where id = ${forger.id}`,
      sql`update person set blocked_at = null, security_mac = ${mac(victim)} where id = ${forger.id}`,
    ],
    isHonoured: async (ground, forger) => isSignedInAs(ground, forger, forger),
  },
];

/** An attacker who owns the tables and does not know `APP_SECRET` changes rows that the product has written. */
export const tryChangedRows: Attack = async (ground) => {
  const holes: string[] = [];
  for (const { name, of, isHonoured } of changes) {
    const [forger, victim] = [await newClient(ground), await newClient(ground)];
    if (!(await isSignedInAs(ground, forger, forger)))
      holes.push('an honest session is not honoured, so nothing was tried');
    await force(ground.db, of(forger, victim));
    if (await isHonoured(ground, forger, victim)) holes.push(`changed past the program, and honoured: ${name}`);
  }
  for (const [name, isHonoured] of Object.entries(changedWork))
    if (await isHonoured(ground)) holes.push(`changed past the program, and honoured: ${name}`);
  const tried = changes.length + Object.keys(changedWork).length;
  return { tried: `${tried} changes of honest rows`, holes };
};
