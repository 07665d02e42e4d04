import { randomInt } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { hashPassword } from '../password-hash.ts';

const count = 10;
const labelLength = 4;
const codeLength = 12;

/** Letters and digits that are hard to confuse when written by hand (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const draw = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface RecoveryCode {
  label: string;
  hash: string;
  /** As it is shown, once: three groups of four. */
  shown: string;
}

/** Splits a typed code; letters outside the alphabet are read as the digits that they resemble. */
export function splitCode(typed: string): { label: string; rest: string } | undefined {
  const code = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== codeLength) return undefined;
  return { label: code.slice(0, labelLength), rest: code.slice(labelLength) };
}

/** The codes that are being drawn, by client. */
const drawing = new Map<string, Promise<RecoveryCode[]>>();

/**
 * Draws ten codes. The first four letters find one, the other eight (40 bits) are hashed as a password is. Calls of one
 * client at once share one draw: otherwise each would hash ten codes, before one of them is the first to store its own.
 */
export function drawRecoveryCodes(clientId: string): Promise<RecoveryCode[]> {
  const present = drawing.get(clientId) ?? draws().finally(() => drawing.delete(clientId));
  drawing.set(clientId, present);
  return present;
}

async function draws(): Promise<RecoveryCode[]> {
  const labels = new Set<string>();
  while (labels.size < count) labels.add(draw(labelLength));
  const codes: RecoveryCode[] = [];
  // One after the other, so that setting up a factor takes one slot of the queue, not ten.
  for (const label of labels) {
    const rest = draw(codeLength - labelLength);
    codes.push({ label, hash: await hashPassword(rest), shown: [label, rest.slice(0, 4), rest.slice(4)].join('-') });
  }
  return codes;
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  clientId: string,
  codes: readonly RecoveryCode[],
): Promise<void> {
  await tx.run(sql`delete from recovery_code where person_id = ${clientId}`);
  const labels = codes.map(({ label }) => label);
  await tx.run(sql`
    insert into recovery_code (person_id, label, hash, created_at)
    select ${clientId}, label, hash, ${clock.now()}
    from unnest(${labels}::text[], ${codes.map(({ hash }) => hash)}::text[]) code (label, hash)`);
  // Only these rows: another connection may have added one in the meantime.
  await signNewRow(tx, config, 'recovery_code', sql`r.person_id = ${clientId} and r.label = any(${labels}::text[])`);
}
