import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, giveHitBack } from '#server/platform/http/rate-limit.ts';
import { notFound, refuse, refuseField, refuseUntil } from '#server/platform/refusal.ts';
import { nameOf, type Client } from '#server/platform/session.ts';
import { hashPin } from './hash-pin.ts';

const mostMisses = 5;
/** Of one of the staff, whoever the clients are. */
const ofStaff = { misses: 10, windowS: 900 };

interface Guess {
  client_id: string;
  pin: string;
}

/**
 * Confirms by his PIN that it is the client who calls. A wrong one counts in the statement that looks at it, so that many
 * at once are no more than many in a row; of two who type the right one at once, one has it.
 * @throws Refusal `http.not_found`, `clients.pin_own`, `clients.pin_paused`, `clients.pin_none`, `clients.pin_wrong`
 */
export async function checkPin(app: App, me: Client, { client_id: clientId, pin }: Guess) {
  await findWhom(app.db, clientId);
  if (clientId === me.id) throw refuse('clients.pin_own');
  const key = ['support-pin', me.id];
  const { hits, endsInS } = await countHit(app.db, app.clock, key, ofStaff.windowS);
  if (hits > ofStaff.misses) throw refuseUntil('clients.pin_paused', endsInS);
  const tried = await tryPin(app, me, clientId, pin);
  if (tried !== 'wrong') await giveHitBack(app.db, key);
  if (tried === 'none') throw refuse('clients.pin_none');
  if (tried === 'wrong') throw refuseField('pin', 'clients.pin_wrong');
  return { confirmed: { at: app.clock.now().toISOString(), by: nameOf(me) } };
}

async function tryPin(app: App, me: Client, clientId: string, pin: string): Promise<'right' | 'wrong' | 'none'> {
  const now = app.clock.now();
  // Whoever freezes his profile or changes what protects it does not want what an earlier session could do to go on.
  const isStillHis = sql`exists (
    select from client c where c.id = client_id and c.blocked_at is null and c.frozen_at is null
      and (c.security_changed_at is null or c.security_changed_at < made_at))`;
  const isOpen = sql`used_at is null and voided_at is null and expires_at > ${now} and misses < ${mostMisses} and ${isStillHis}`;
  return app.db.tx(async (tx) => {
    const open = await tx.maybeOne<{ id: string; hash: string }>(sql`
      select id, hash from support_pin where client_id = ${clientId} and ${isOpen} for update`);
    if (!open) return 'none';
    const fits = open.hash === hashPin(app, open.id, pin);
    await tx.run(
      fits
        ? sql`update support_pin set used_at = ${now}, used_by = ${me.id} where id = ${open.id}`
        : sql`update support_pin set misses = misses + 1 where id = ${open.id}`,
    );
    const act = fits ? 'clients.check_pin' : 'clients.miss_pin';
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act });
    return fits ? 'right' : 'wrong';
  });
}

/** When the client was last recognised. @throws Refusal `http.not_found` */
export async function readPinState({ db }: Pick<App, 'db'>, clientId: string) {
  await findWhom(db, clientId);
  const last = await db.maybeOne<Pick<Client, 'firstName' | 'secondName'> & { at: Date }>(sql`
    select p.used_at as at, c.first_name as "firstName", c.second_name as "secondName"
    from support_pin p join client c on c.id = p.used_by
    where p.client_id = ${clientId} order by p.used_at desc limit 1`);
  return { confirmed: last ? { at: last.at.toISOString(), by: nameOf(last) } : null };
}

async function findWhom(db: Queries, clientId: string): Promise<void> {
  const found = await db.maybeOne(sql`select from client where id = ${clientId}`);
  if (!found) throw notFound();
}
