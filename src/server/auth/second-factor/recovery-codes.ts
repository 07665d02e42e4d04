import { randomInt } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sealNew } from '#server/platform/row-macs.ts';
import { hashPassword } from '../password-hash.ts';

const count = 10;
const labelLength = 4;
const codeLength = 12;

/** Letters and digits that no hand mistakes for one another (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const draw = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface RecoveryCode {
  label: string;
  hash: string;
  /** As it is shown, this once: three groups of four. */
  shown: string;
}

/** Splits what somebody typed, with the letters that are no part of a code read as what they look like. */
export function splitCode(typed: string): { label: string; rest: string } | undefined {
  const code = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== codeLength) return undefined;
  return { label: code.slice(0, labelLength), rest: code.slice(labelLength) };
}

/** Draws ten codes. The first four letters find one, the other eight (40 bits) are hashed as a password is. */
export async function drawRecoveryCodes(): Promise<RecoveryCode[]> {
  const labels = new Set<string>();
  while (labels.size < count) labels.add(draw(labelLength));
  const codes: RecoveryCode[] = [];
  // One after the other: somebody who sets up a factor waits in one place of the queue, not in ten.
  for (const label of labels) {
    const rest = draw(codeLength - labelLength);
    codes.push({ label, hash: await hashPassword(rest), shown: [label, rest.slice(0, 4), rest.slice(4)].join('-') });
  }
  return codes;
}

/** Puts codes in the place of all former ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  clientId: string,
  codes: readonly RecoveryCode[],
): Promise<void> {
  await tx.run(sql`delete from recovery_code where client_id = ${clientId}`);
  const labels = codes.map(({ label }) => label);
  await tx.run(sql`
    insert into recovery_code (client_id, label, hash, created_at)
    select ${clientId}, label, hash, ${clock.now()}
    from unnest(${labels}::text[], ${codes.map(({ hash }) => hash)}::text[]) code (label, hash)`);
  // These alone: another row may have come past the program meanwhile.
  await sealNew(tx, config, 'recovery_code', sql`r.client_id = ${clientId} and r.label = any(${labels}::text[])`);
}
