import { phoneCodeRule } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockClient } from '../settle.ts';
import { hashCode, newCode } from './code.ts';
import { countCode } from './limits.ts';
import { describeNumber } from './number.ts';
import { findSender, type Sender } from './sender.ts';
import { recordAnswer } from './record-answer.ts';

type Caller = Pick<Person, 'id' | 'language' | 'brand'> & { ip: string };

/**
 * Sends a code to the client’s number. The code is stored before the message leaves, and the message is never repeated:
 * where the provider’s answer is unclear, the provider is asked what became of it.
 * @throws Refusal as `verification.request_phone_code` lists them
 */
export async function requestPhoneCode(app: App, { id: clientId, language, brand, ip }: Caller): Promise<void> {
  const phone = await unconfirmedPhone(app, clientId);
  const { country, canReceive } = describeNumber(phone);
  const sender = await findSender(app, country);
  if (!sender) throw refuse('verification.phone_codes_off');
  if (!canReceive) throw refuse('verification.phone_unreachable');
  await countCode(app, { clientId, phone, country, ip });
  const code = newCode();
  const stored = await app.db.tx((tx) => storeCode(app, tx, { clientId, phone, country, code, sender }));
  const text = messageOf(app, { language, brand, code });
  const answer = await sender.port.send({
    ref: stored.id,
    to: phone,
    text,
    kind: 'sms',
    expires: stored.expiresAt,
    language,
  });
  await recordAnswer(app, stored.id, answer);
  if (answer.kind === 'refused')
    throw refuse(answer.again === 'never' ? 'verification.phone_unreachable' : 'verification.phone_codes_off');
}

/** @throws Refusal `verification.phone_missing`, `verification.phone_confirmed` */
async function unconfirmedPhone(app: App, clientId: string): Promise<string> {
  const { phone, isConfirmed } = await app.db.one<{ phone: string | null; isConfirmed: boolean }>(sql`
    select c.phone, v.phone as "isConfirmed" from person c join verification_status v on v.client_id = c.id
    where c.id = ${clientId}`);
  if (!phone) throw refuse('verification.phone_missing');
  if (isConfirmed) throw refuse('verification.phone_confirmed');
  return phone;
}

interface NewCode {
  clientId: string;
  phone: string;
  country: string;
  code: string;
  sender: Sender;
}

/** The code before it is void, and so is this one if the client has another number by then. */
async function storeCode(
  app: App,
  tx: Tx,
  { clientId, phone, country, code, sender }: NewCode,
): Promise<{ id: string; expiresAt: Date }> {
  const id = newId();
  const at = app.clock.now();
  const expiresAt = new Date(at.getTime() + phoneCodeRule.minutes * 60_000);
  await lockClient(tx, clientId);
  await tx.run(sql`
    update verification_phone_code set voided_at = ${at}
    where client_id = ${clientId} and used_at is null and voided_at is null`);
  const stored = await tx.run(sql`
    insert into verification_phone_code (id, client_id, phone, country, code_hash, connection_id, created_at, expires_at)
    select ${id}, id, phone, ${country}, ${hashCode(app, { id, clientId, phone }, code)}, ${sender.id}, ${at}, ${expiresAt}
    from person where id = ${clientId} and phone = ${phone}`);
  if (stored === 0) throw refuse('verification.phone_missing');
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'verification.request_phone_code' });
  return { id, expiresAt };
}

/** The last line lets the browser of the client’s phone offer the code on our pages only. */
function messageOf(app: App, { language, brand, code }: Pick<Person, 'language' | 'brand'> & { code: string }): string {
  const { name, url } = app.settings.brand(brand);
  const values = { code, app: name, minutes: phoneCodeRule.minutes };
  return `${app.text(language, 'verification.phone_code_text', values)}\n\n@${new URL(url).hostname} #${code}`;
}
