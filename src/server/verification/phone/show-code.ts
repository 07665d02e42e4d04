import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { CodeDelivery } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { describeNumber } from './number.ts';
import { findSender } from './sender.ts';

/** Whether a client can confirm the present number by a code, and the code that was sent. */
export async function showPhoneCode(app: App, clientId: string): Promise<VerificationShown['phone_code']> {
  const { db, clock } = app;
  const { phone } = await db.one<{ phone: string | null }>(sql`select phone from person where id = ${clientId}`);
  const number = phone ? describeNumber(phone) : null;
  const available = number !== null && number.canReceive && (await findSender(app, number.country)) !== null;
  const sent = await db.maybeOne<{ at: Date; expiresAt: Date; delivery: CodeDelivery }>(sql`
    select created_at as at, expires_at as "expiresAt",
           case delivery when 'sending' then 'unknown' when 'delivered' then 'sent' else delivery end as delivery
    from verification_phone_code
    where client_id = ${clientId} and used_at is null and voided_at is null and expires_at > ${clock.now()}`);
  return {
    available,
    sent: sent
      ? { at: sent.at.toISOString(), expires_at: sent.expiresAt.toISOString(), delivery: sent.delivery }
      : null,
  };
}
