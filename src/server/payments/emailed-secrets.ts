import { randomInt } from 'node:crypto';
import { withdrawalCodeLength } from '#contract/payments/names.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hashToken, newToken, sign } from '#server/platform/secrets/token.ts';
import { maskAccount } from './methods.ts';
import { addHours } from './rules.ts';
import { readSettings } from './settings.ts';

/** Keyed, for there are only a million codes to try. */
export function hashCode({ config }: Pick<App, 'config'>, paymentId: string, code: string): string {
  return sign(config.appSecret, 'withdrawal-code', `${paymentId}:${code}`);
}

/**
 * Makes the code that confirms a withdrawal, at the moment of emailing it; the one before is void. Undefined when the
 * withdrawal no longer awaits one.
 */
export async function issueCode(app: App, paymentId: string): Promise<{ code: string; minutes: number } | undefined> {
  const { codeMinutes: minutes } = await readSettings(app.db);
  const code = String(randomInt(10 ** withdrawalCodeLength)).padStart(withdrawalCodeLength, '0');
  const expiresAt = new Date(app.clock.now().getTime() + minutes * 60_000);
  const issued = await app.db.run(sql`
    update payment set code_hash = ${hashCode(app, paymentId, code)}, code_expires_at = ${expiresAt}, code_attempts = 0
    where id = ${paymentId} and state = 'awaiting_confirmation'`);
  return issued === 0 ? undefined : { code, minutes };
}

/** Makes the link that confirms a destination, likewise. */
export async function issueDestinationToken(app: App, destinationId: string) {
  const { destinationLinkHours: hours } = await readSettings(app.db);
  const token = newToken();
  const issued = await app.db.run(sql`
    update payment_destination set token_hash = ${hashToken(app.config, 'payment destination', token)}, token_expires_at = ${addHours(app.clock.now(), hours)}
    where id = ${destinationId} and confirmed_at is null and removed_at is null`);
  return issued === 0 ? undefined : { token, hours };
}

/** The name of a destination in emails; undefined once it is removed. */
export async function showDestination({ db }: App, destinationId: string) {
  const found = await db.maybeOne<{ label: string; account: string; method: PaymentMethod }>(sql`
    select label, account, method from payment_destination where id = ${destinationId} and removed_at is null`);
  return found && { label: found.label, account: maskAccount(found.method, found.account) };
}
