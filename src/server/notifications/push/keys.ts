import { createECDH } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { seal, unseal } from '#server/platform/encryption.ts';
import type { VapidKeys } from './vapid.ts';

const purpose = 'atrium push keys 1';
/** There is one row, and what is sealed for it opens nowhere else. */
const row = 'push_key';

interface Kept {
  publicKey: Buffer;
  sealed: Buffer;
}

/** The keys that the settings name, or else this installation's own, made when they are first needed. */
export async function readKeys({ db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>): Promise<VapidKeys> {
  if (config.push.privateKey) return keysOf(config.push.privateKey);
  const present = await find(db);
  if (present) return open(present, config.appSecret);
  const made = newKeys();
  // Another instance may make some at the same moment; the first to come is everybody's.
  await db.run(sql`
    insert into push_key (public_key, private_sealed, created_at)
    values (${made.publicKey}, ${seal(config.appSecret, purpose, row, made.privateKey)}, ${clock.now()})
    on conflict (one) do nothing`);
  const kept = await find(db);
  if (!kept) throw new Error('the key for push notifications was not kept');
  return open(kept, config.appSecret);
}

const find = (db: App['db']) =>
  db.maybeOne<Kept>(sql`select public_key as "publicKey", private_sealed as sealed from push_key`);

const open = ({ publicKey, sealed }: Kept, secret: string): VapidKeys => ({
  publicKey,
  privateKey: unseal(secret, purpose, row, sealed),
});

function newKeys(): VapidKeys {
  const made = createECDH('prime256v1');
  const publicKey = made.generateKeys();
  return { publicKey, privateKey: padded(made.getPrivateKey()) };
}

function keysOf(privateKey: Buffer): VapidKeys {
  const made = createECDH('prime256v1');
  made.setPrivateKey(privateKey);
  return { publicKey: made.getPublicKey(), privateKey };
}

/** Numbers come without the zeros in front of them. */
const padded = (key: Buffer) => Buffer.concat([Buffer.alloc(32 - key.length), key]);

/**
 * Seals the key anew after the installation's secret was changed.
 * @throws Error when it does not open with the former secret
 */
export async function resealPushKey(tx: Tx, formerSecret: string, secret: string): Promise<void> {
  const kept = await tx.maybeOne<Kept>(
    sql`select public_key as "publicKey", private_sealed as sealed from push_key for update`,
  );
  if (!kept) return;
  const { privateKey } = open(kept, formerSecret);
  await tx.run(sql`update push_key set private_sealed = ${seal(secret, purpose, row, privateKey)}`);
}
