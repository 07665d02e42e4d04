import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { createClient } from '../register.ts';
import type { Registration } from './pending.ts';

interface Stored extends Omit<Registration, 'device' | 'documents'> {
  address: string;
  userAgent: string | null;
  at: Date;
}

/**
 * Creates the profile, or emails the owner of the address that there already is one. The registration row is deleted
 * with it, so this happens once.
 */
export async function completeRegistration(app: App, id: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const stored = await tx.maybeOne<Stored>(sql`
      delete from registration where id = ${id}
      returning email, password_hash as "passwordHash", first_name, second_name, phone, country, language, brand, address,
                user_agent as "userAgent", created_at as at`);
    if (!stored) return;
    const { address, userAgent, at, ...person } = stored;
    if (await notifyOwner(tx, app, stored.email)) return;
    const consent = { device: { address, userAgent: userAgent ?? undefined }, at };
    const clientId = await createClient(tx, app, { ...person, consent });
    await tx.run(sql`update person set confirms_first = true where id = ${clientId}`);
  });
}

/** @returns whether the address is in use. An owner who has yet to confirm it gets the link again. */
async function notifyOwner(tx: Tx, { outbox }: App, email: string): Promise<boolean> {
  const owner = await tx.maybeOne<{ id: string; isUnconfirmed: boolean }>(sql`
    select id, confirms_first and email_verified_at is null as "isUnconfirmed" from person where email = ${email}`);
  if (!owner) return false;
  if (owner.isUnconfirmed) await outbox.emit(tx, 'auth.verification_requested', { email });
  else await outbox.emit(tx, 'auth.registration_repeated', { clientId: owner.id });
  return true;
}

/** Deletes registrations that could not be completed within a day. */
export async function purgeOldRegistrations({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 86_400_000);
  await db.run(sql`delete from registration where created_at < ${oldest}`);
}
