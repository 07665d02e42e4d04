import { isCountry } from '#contract/kernel/countries.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { allowInvitation } from '#server/auth/email-allowance.ts';
import { insertClient } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { lockClient } from '../correct/lock-person.ts';

interface Given {
  email: string;
  first_name: string;
  second_name: string;
  country: string;
  language: Language;
  /** The name of the host of the brand; without one the first brand. */
  brand?: string | undefined;
  phone?: string | null | undefined;
}

/**
 * Creates a client and invites them by email to set a password. The documents of the operator are accepted by the client,
 * after the first sign-in.
 * @throws Refusal `auth.country`, `validation.choice` on `brand`, `validation.phone`, `auth.email_taken`
 */
export async function createByProgram(
  app: App,
  tx: Tx,
  by: Actor,
  { phone, brand: host, ...given }: Given,
  passwordHash: string,
) {
  if (!isCountry(given.country)) throw refuseField('country', 'auth.country');
  const brand = host === undefined ? app.settings.brand() : app.settings.brandNamed(host);
  if (!brand) throw refuseField('brand', 'validation.choice');
  const client = { ...given, brand: brand.id, phone: readPhone(phone, given.country), passwordHash };
  const clientId = await insertClient(tx, app, client);
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'clients.create', details: keyDetail(by) });
  await app.outbox.emit(tx, 'auth.invited', { clientId, isNew: true });
  return clientId;
}

/**
 * Emails the invitation again, for a client who has not confirmed their address.
 * @throws Refusal `http.not_found`, `staff.is_staff`, `clients.email_confirmed`, `http.too_many`
 */
export async function inviteAgain(app: App, tx: Tx, by: Actor, clientId: string): Promise<string> {
  const { email } = await lockClient(tx, by, clientId);
  const waits = await tx.maybeOne(sql`select from person where id = ${clientId} and email_verified_at is null`);
  if (!waits) throw refuse('clients.email_confirmed');
  await allowInvitation(app, email);
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'clients.invite', details: keyDetail(by) });
  await app.outbox.emit(tx, 'auth.invited', { clientId });
  return clientId;
}
