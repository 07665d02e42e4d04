import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { createClient } from './register.ts';
import type { Registration } from './registration.ts';

interface Kept extends Omit<Registration, 'device' | 'documents'> {
  address: string;
  userAgent: string | null;
  at: Date;
}

/** Opens the profile, or has the owner of the address told by mail that there is one. The row goes with it, so once. */
export async function completeRegistration(app: App, id: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const kept = await tx.maybeOne<Kept>(sql`
      delete from registration where id = ${id}
      returning email, password_hash as "passwordHash", first_name, second_name, phone, country, language, address,
                user_agent as "userAgent", created_at as at`);
    if (!kept) return;
    const { address, userAgent, at, ...person } = kept;
    if (await tellOwner(tx, app, kept.email)) return;
    const consent = { device: { address, userAgent: userAgent ?? undefined }, at };
    const clientId = await createClient(tx, app, { ...person, consent });
    await tx.run(sql`update client set confirms_first = true where id = ${clientId}`);
  });
}

/** @returns whether somebody has the address. Who has yet to confirm it gets the link again. */
async function tellOwner(tx: Tx, { outbox }: App, email: string): Promise<boolean> {
  const owner = await tx.maybeOne<{ id: string; isUnconfirmed: boolean }>(sql`
    select id, confirms_first and email_verified_at is null as "isUnconfirmed" from client where email = ${email}`);
  if (!owner) return false;
  if (owner.isUnconfirmed) await outbox.emit(tx, 'auth.verification_asked', { email });
  else await outbox.emit(tx, 'auth.registration_repeated', { clientId: owner.id });
  return true;
}

/** Drops what could not be completed in a day. */
export async function forgetOldRegistrations({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 86_400_000);
  await db.run(sql`delete from registration where created_at < ${oldest}`);
}
