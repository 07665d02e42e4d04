import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { mailPasswordSeal } from '#server/platform/email/email-server.ts';
import { seal, unseal } from '#server/platform/encryption.ts';
import { refuseField } from '#server/platform/refusal.ts';

interface NewPassword {
  /** The only one to which it will be told. */
  host: string;
  password: string;
}

/** Keeps a password sealed, to be named by the setting; it is never told again. */
export async function keepMailPassword(
  { db, clock, config }: App,
  { host, password }: NewPassword,
): Promise<{ id: string }> {
  const id = newId();
  const sealed = seal(config.appSecret, mailPasswordSeal, id, Buffer.from(password));
  await db.run(sql`
    insert into mail_password (id, host, sealed, created_at) values (${id}, ${host}, ${sealed}, ${clock.now()})`);
  return { id };
}

/** @throws Refusal on `value` `house.mail_password` when it was kept for another host, or is kept no more */
export async function checkMailPassword(db: Queries, server: { host: string; password: string | null } | null) {
  if (!server || server.password === null) return;
  const kept = await db.maybeOne(sql`
    select from mail_password where id = ${server.password} and host = ${server.host}`);
  if (!kept) throw refuseField('value', 'house.mail_password');
}

/** Forgets what neither the setting nor an open proposal names, a day after it was kept: by then nobody is still at it. */
export async function forgetMailPasswords({ db, clock }: App): Promise<void> {
  await db.run(sql`
    delete from mail_password
    where created_at < ${new Date(clock.now().getTime() - 86_400_000)}
      and id::text is distinct from (
        select value ->> 'password' from setting_version where key = 'mail.server' order by number desc limit 1)
      and not exists (
        select from proposal p
        where p.kind = 'setting' and p.key = 'mail.server' and p.state = 'open' and p.value ->> 'password' = mail_password.id::text)`);
}

/**
 * Seals all of them anew after the installation's secret was changed.
 * @throws Error when one does not open with the former secret
 */
export async function resealMailPasswords(tx: Tx, formerSecret: string, secret: string): Promise<void> {
  const rows = await tx.rows<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from mail_password order by id for update`);
  for (const { id, sealed } of rows) {
    const anew = seal(secret, mailPasswordSeal, id, unseal(formerSecret, mailPasswordSeal, id, sealed));
    await tx.run(sql`update mail_password set sealed = ${anew} where id = ${id}`);
  }
}
