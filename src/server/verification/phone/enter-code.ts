import { phoneCodeRule } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuseField, type Refusal } from '#server/platform/refusal.ts';
import { lockClient, settle } from '../settle.ts';
import { isCodeOf, type StoredCode } from './code.ts';

/**
 * Confirms the number of a client by the code that was sent to it. Attempts of one client wait for each other, so that
 * concurrent ones are no more than attempts in a row. A wrong one is committed: a refusal inside the transaction would
 * give it back.
 * @throws Refusal as `verification.enter_phone_code` lists them
 */
export async function enterPhoneCode(app: App, clientId: string, code: string): Promise<void> {
  const refusal = await app.db.tx((tx) => tryCode(app, tx, clientId, code));
  if (refusal) throw refusal;
}

async function tryCode(app: App, tx: Tx, clientId: string, code: string): Promise<Refusal | undefined> {
  const at = app.clock.now();
  await lockClient(tx, clientId);
  const open = await tx.maybeOne<StoredCode & { attempts: number }>(sql`
    select k.id, k.client_id as "clientId", k.phone, k.code_hash as hash, k.attempts
    from verification_phone_code k join person c on c.id = k.client_id and c.phone = k.phone
    where k.client_id = ${clientId} and k.used_at is null and k.voided_at is null and k.expires_at > ${at}`);
  if (!open) return refuseField('code', 'payments.code_expired');
  if (open.attempts >= phoneCodeRule.attempts) return refuseField('code', 'payments.code_attempts');
  if (!isCodeOf(app, open, code)) {
    await tx.run(sql`update verification_phone_code set attempts = attempts + 1 where id = ${open.id}`);
    return refuseField('code', 'payments.code_wrong', { left: phoneCodeRule.attempts - open.attempts - 1 });
  }
  await tx.run(sql`update verification_phone_code set used_at = ${at} where id = ${open.id}`);
  await tx.run(sql`
    insert into verification_phone (id, client_id, phone, code_id, at)
    values (${newId()}, ${clientId}, ${open.phone}, ${open.id}, ${at})`);
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'verification.enter_phone_code' });
  await settle(app, tx, clientId);
  return undefined;
}
