import { createECDH } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { encrypt, decrypt } from '#server/platform/secrets/encryption.ts';
import type { VapidKeys } from './vapid.ts';

const purpose = 'atrium push keys 1';
/** There is one row. What is encrypted for this name cannot be decrypted under another name. */
const row = 'push_key';

interface Stored {
  publicKey: Buffer;
  encrypted: Buffer;
}

/** The keys that the settings name, or else this installation's own, made when they are first needed. */
export async function readKeys({ db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>): Promise<VapidKeys> {
  if (config.push.privateKey) return keysOf(config.push.privateKey);
  const present = await find(db);
  if (present) return open(present, config.appSecret);
  const made = newKeys();
  // Another instance may create keys at the same moment; the first to commit counts for all.
  await db.run(sql`
    insert into push_key (public_key, private_encrypted, created_at)
    values (${made.publicKey}, ${encrypt(config.appSecret, purpose, row, made.privateKey)}, ${clock.now()})
    on conflict (one) do nothing`);
  const stored = await find(db);
  if (!stored) throw new Error('the key for push notifications was not kept');
  return open(stored, config.appSecret);
}

const find = (db: App['db']) =>
  db.maybeOne<Stored>(sql`select public_key as "publicKey", private_encrypted as encrypted from push_key`);

const open = ({ publicKey, encrypted }: Stored, secret: string): VapidKeys => ({
  publicKey,
  privateKey: decrypt(secret, purpose, row, encrypted),
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
