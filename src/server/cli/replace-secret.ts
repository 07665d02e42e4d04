import { reEncryptSecrets } from '#server/auth/second-factor/re-encrypt.ts';
import { reEncryptEmailPasswords } from '#server/settings/email/password.ts';
import { reEncryptDraws } from '#server/ipo/allotment/draw-secrets.ts';
import { reEncryptBodies } from '#server/platform/connections/event-body.ts';
import { reEncryptConnections } from '#server/platform/connections/secrets.ts';
import { reEncryptWebhookSecrets } from '#server/operator/webhooks/secrets.ts';
import { reEncryptPushKey } from '#server/notifications/push/keys.ts';
import { resignAudit } from '#server/platform/audit/resign.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recomputeMacs } from '#server/platform/secrets/all-row-macs.ts';
import { rewrapKeys } from '#server/platform/files/encryption/rewrap-keys.ts';
import type { EncryptionPurpose } from '#server/platform/secrets/encryption.ts';

/** How what is encrypted for each purpose is encrypted again; draws have two purposes. */
const reEncryptions: Record<EncryptionPurpose, (tx: Tx, former: string, present: string) => Promise<unknown>> = {
  'atrium file keys 1': rewrapKeys,
  'atrium authenticator secrets 1': reEncryptSecrets,
  'atrium webhook secrets 1': reEncryptWebhookSecrets,
  'atrium push keys 1': reEncryptPushKey,
  'atrium mail passwords 1': reEncryptEmailPasswords,
  'atrium draw seeds 1': reEncryptDraws,
  'atrium draw secrets 1': reEncryptDraws,
  'atrium connection secrets 1': reEncryptConnections,
  'atrium inbox bodies 1': reEncryptBodies,
};

/** Encrypts and signs again, under the present secret, what the former one encrypted and signed. */
export async function replaceSecret(tx: Tx, former: string, present: string): Promise<void> {
  for (const reEncrypt of new Set(Object.values(reEncryptions))) await reEncrypt(tx, former, present);
  await recomputeMacs(tx, former, present);
  await resignAudit(tx, former, present);
}
