import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, giveHitBack } from '#server/platform/http/limits/rate-limit.ts';
import { notFound, refuse, refuseField, refuseUntil } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hashPin } from './hash-pin.ts';

const maxMisses = 5;
/** The limit of one member of staff, over all clients. */
const ofStaff = { misses: 10, windowS: 900 };

interface Guess {
  client_id: string;
  pin: string;
}

/**
 * Verifies by PIN that the caller is the client. The row stays locked while an attempt is counted, so parallel attempts
 * are no more than sequential ones. If two members of staff type the right PIN at once, one succeeds.
 * @throws Refusal `http.not_found`, `clients.pin_own`, `clients.pin_paused`, `clients.pin_none`, `clients.pin_wrong`
 */
export async function checkPin(app: App, me: Person, { client_id: clientId, pin }: Guess) {
  await requireClient(app.db, clientId);
  if (clientId === me.id) throw refuse('clients.pin_own');
  const key = ['support-pin', me.id];
  const { hits, endsInS } = await countHit(app.db, app.clock, key, ofStaff.windowS);
  if (hits > ofStaff.misses) throw refuseUntil('clients.pin_paused', endsInS);
  const tried = await tryPin(app, me, clientId, pin);
  if (tried !== 'wrong') await giveHitBack(app.db, key);
  if (tried === 'none') throw refuse('clients.pin_none');
  if (tried === 'wrong') throw refuseField('pin', 'clients.pin_wrong');
  return { confirmed: { at: app.clock.now().toISOString(), by: me.fullName } };
}

async function tryPin(app: App, me: Person, clientId: string, pin: string): Promise<'right' | 'wrong' | 'none'> {
  const now = app.clock.now();
  // A freeze of the profile, or a change of what protects it, voids what an earlier session could do.
  const isStillValid = sql`exists (
    select from person c where c.id = client_id and c.blocked_at is null and c.frozen_at is null
      and (c.security_changed_at is null or c.security_changed_at < created_at))`;
  const isOpen = sql`used_at is null and voided_at is null and expires_at > ${now} and misses < ${maxMisses} and ${isStillValid}`;
  return app.db.tx(async (tx) => {
    const open = await tx.maybeOne<{ id: string; hash: string }>(sql`
      select id, hash from support_pin where client_id = ${clientId} and ${isOpen} for update`);
    if (!open) return 'none';
    const fits = open.hash === hashPin(app, { id: open.id, clientId }, pin);
    await tx.run(
      fits
        ? sql`update support_pin set used_at = ${now}, used_by = ${me.id} where id = ${open.id}`
        : sql`update support_pin set misses = misses + 1 where id = ${open.id}`,
    );
    const action = fits ? 'clients.check_pin' : 'clients.failed_pin';
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action });
    return fits ? 'right' : 'wrong';
  });
}

/** When the client was last verified by PIN. @throws Refusal `http.not_found` */
export async function readPinState({ db }: Pick<App, 'db'>, clientId: string) {
  await requireClient(db, clientId);
  const last = await db.maybeOne<Pick<Person, 'fullName'> & { at: Date }>(sql`
    select p.used_at as at, c.full_name as "fullName"
    from support_pin p join person c on c.id = p.used_by
    where p.client_id = ${clientId} order by p.used_at desc limit 1`);
  return { confirmed: last ? { at: last.at.toISOString(), by: last.fullName } : null };
}

async function requireClient(db: Queries, clientId: string): Promise<void> {
  const found = await db.maybeOne(sql`select from person where id = ${clientId}`);
  if (!found) throw notFound();
}
