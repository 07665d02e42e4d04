import { createHash, randomBytes } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { decrypt, encrypt } from '#server/platform/secrets/encryption.ts';
import { secretBytes, type Book } from './book.ts';

type Encryption = Pick<App, 'clock'> & { config: Pick<App['config'], 'appSecret'> };

const seedPurpose = 'atrium draw seeds 1';
const secretPurpose = 'atrium draw secrets 1';

const commitmentOf = (secret: Buffer) => createHash('sha256').update(secret).digest();
const rowOf = (offeringId: string, clientId: string) => `${offeringId} ${clientId}`;

/** Creates the seed of an offering's draw: its hash is readable from now on, the seed itself after the allotment. */
export async function commitSeed({ config, clock }: Encryption, tx: Tx, offeringId: string): Promise<void> {
  const seed = randomBytes(secretBytes);
  const encrypted = encrypt(config.appSecret, seedPurpose, offeringId, seed);
  await tx.run(sql`
    insert into ipo_seed (offering_id, commitment, encrypted, committed_at)
    values (${offeringId}, ${commitmentOf(seed)}, ${encrypted}, ${clock.now()})`);
}

/**
 * A client who takes part in the draw of an offering. `secret` is in hex; the server makes one if the caller sends
 * none.
 */
interface Applicant {
  offeringId: string;
  clientId: string;
  secret?: string | undefined;
}

/** Stores the secret of the first application. Later applications keep it, so applying again gives no second chance. */
export async function commitDrawSecret({ config, clock }: Encryption, tx: Tx, applicant: Applicant): Promise<void> {
  const { offeringId, clientId } = applicant;
  const secret = applicant.secret === undefined ? randomBytes(secretBytes) : Buffer.from(applicant.secret, 'hex');
  const encrypted = encrypt(config.appSecret, secretPurpose, rowOf(offeringId, clientId), secret);
  await tx.run(sql`
    insert into ipo_draw_secret (offering_id, client_id, commitment, encrypted, created_at)
    values (${offeringId}, ${clientId}, ${commitmentOf(secret)}, ${encrypted}, ${clock.now()})
    on conflict (offering_id, client_id) do nothing`);
}

export interface Seed {
  /** In plain text where the basis is published, or where the offering was announced before seeds were encrypted. */
  seed: Buffer | null;
  encrypted: Buffer | null;
}

/** Decrypts the seed of an offering whose book is frozen. */
export function openSeed(appSecret: string, offeringId: string, { seed, encrypted }: Seed): Buffer {
  if (seed) return seed;
  if (!encrypted) throw new Error(`the draw of offering ${offeringId} has no seed`);
  return decrypt(appSecret, seedPurpose, offeringId, encrypted);
}

/** Decryption takes time: pages are small, and the server handles other requests between them. */
const pageSize = 1_000;

/** Fills in the secrets of a frozen book. */
export async function openDrawSecrets(db: Db, appSecret: string, offeringId: string, book: Book): Promise<void> {
  for (let at = 0; at < book.numbers.length;) {
    const rows = await db.rows<{ number: bigint; clientId: string; encrypted: Buffer }>(sql`
      select e.number, d.client_id as "clientId", d.encrypted
      from ipo_allotment_entry e join ipo_application a on a.id = e.application_id
      join ipo_draw_secret d on d.offering_id = e.offering_id and d.client_id = a.client_id
      where e.offering_id = ${offeringId} and e.number >= ${book.numbers[at] ?? 0n} order by e.number limit ${pageSize}`);
    if (rows[0]?.number !== book.numbers[at])
      throw new Error(`application ${book.numbers[at]} has no secret for the draw`);
    for (const { number, clientId, encrypted } of rows) {
      if (number !== book.numbers[at]) break;
      const secret = decrypt(appSecret, secretPurpose, rowOf(offeringId, clientId), encrypted);
      book.secrets.set(secret, at++ * secretBytes);
    }
  }
}
