import { randomInt } from 'node:crypto';
import { supportPinMinutes } from '#contract/kernel/constants.ts';
import { auditOwnAction } from '#server/auth/audit-own-action.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hashPin } from './hash-pin.ts';

const pinLength = 6;
const lifetimeMs = supportPinMinutes * 60_000;

/** A new PIN, shown only this once; the one before is void. */
export async function makePin(app: App, me: Person): Promise<{ pin: string; expires_at: string }> {
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0');
  const id = newId();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await app.db.tx(async (tx) => {
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    await tx.run(sql`
      update support_pin set voided_at = ${now} where client_id = ${me.id} and used_at is null and voided_at is null`);
    await tx.run(sql`
      insert into support_pin (id, client_id, hash, created_at, expires_at)
      values (${id}, ${me.id}, ${hashPin(app, { id, clientId: me.id }, pin)}, ${now}, ${expiresAt})`);
    await auditOwnAction(tx, app, me, 'clients.make_pin');
  });
  return { pin, expires_at: expiresAt.toISOString() };
}
