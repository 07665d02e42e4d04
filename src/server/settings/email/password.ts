import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailPasswordPurpose } from '#server/platform/email/email-server.ts';
import { encrypt } from '#server/platform/secrets/encryption.ts';
import { refuseField } from '#server/platform/refusal.ts';

interface NewPassword {
  /** The only server that it is sent to. */
  host: string;
  password: string;
}

/** Stores a password encrypted; the setting refers to it. It is never returned again. */
export async function storeEmailPassword(
  { db, clock, config }: App,
  { host, password }: NewPassword,
): Promise<{ id: string }> {
  const id = newId();
  const encrypted = encrypt(config.appSecret, emailPasswordPurpose, id, Buffer.from(password));
  await db.run(sql`
    insert into email_password (id, host, encrypted, created_at) values (${id}, ${host}, ${encrypted}, ${clock.now()})`);
  return { id };
}

/** @throws Refusal on `value` `settings.email_password` when it was stored for another host, or was deleted */
export async function checkEmailPassword(db: Queries, server: { host: string; password: string | null } | null) {
  if (!server || server.password === null) return;
  const stored = await db.maybeOne(sql`
    select from email_password where id = ${server.password} and host = ${server.host}`);
  if (!stored) throw refuseField('value', 'settings.email_password');
}

/**
 * Deletes passwords that neither the setting nor an open approval request names, a day after they were stored: by then
 * no administrator is still entering the setting.
 */
export async function purgeEmailPasswords({ db, clock }: App): Promise<void> {
  await db.run(sql`
    delete from email_password
    where created_at < ${new Date(clock.now().getTime() - 86_400_000)}
      and id::text is distinct from (
        select value ->> 'password' from setting_version where key = 'email.server' order by number desc limit 1)
      and not exists (
        select from approval_request p
        where p.kind = 'setting' and p.key = 'email.server' and p.state = 'open' and p.value ->> 'password' = email_password.id::text)`);
}
