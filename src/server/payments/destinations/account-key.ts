import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { decrypt, encrypt } from '#server/platform/secrets/encryption.ts';
import { newToken, sign } from '#server/platform/secrets/token.ts';

const purpose = 'atrium account keys 1';
/** There is one row. */
const row = 'payment_account_key';

/** Knows an account again without keeping its number, also after APP_SECRET was replaced. */
export async function fingerprintOf(
  { config }: Pick<App, 'config'>,
  tx: Tx,
  method: PaymentMethod,
  account: string,
): Promise<string> {
  return sign(await accountKey(tx, config.appSecret), `payment-account:${method}`, account);
}

/**
 * The key of the fingerprints, which stays for good, made when it is first needed. Fingerprints that were stored before it
 * are under the secret of that time, so it is the key where there are any.
 */
export async function accountKey(tx: Tx, appSecret: string): Promise<string> {
  const read = async () => {
    const stored = await tx.maybeOne<{ encrypted: Buffer }>(sql`select encrypted from payment_account_key`);
    return stored && decrypt(appSecret, purpose, row, stored.encrypted).toString();
  };
  const known = await read();
  if (known !== undefined) return known;
  const { isLate } = await tx.one<{ isLate: boolean }>(sql`
    select exists (select from payment_destination) or exists (select from payment where source is not null) as "isLate"`);
  const encrypted = encrypt(appSecret, purpose, row, Buffer.from(isLate ? appSecret : newToken()));
  // Another transaction may make it at the same moment; the first to commit counts for all.
  await tx.run(sql`insert into payment_account_key (encrypted) values (${encrypted}) on conflict (one) do nothing`);
  const made = await read();
  if (made === undefined) throw new Error('the key of account fingerprints was not kept');
  return made;
}
