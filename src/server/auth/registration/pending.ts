import type { Language } from '#contract/kernel/languages.ts';
import { checkSeen } from '#server/legal/consent.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { shortUserAgent, type Device } from '#server/platform/session/session.ts';
import { mayEmail } from '../email-allowance.ts';

export interface Registration {
  email: string;
  passwordHash: string;
  first_name: string;
  second_name: string;
  phone: string | null;
  country: string;
  language: Language;
  brand: string | null;
  device: Device;
  documents: readonly string[] | undefined;
}

/**
 * Stores a registration whose address must be confirmed before the first sign-in. Whether the address is in use is
 * checked later, so neither a response nor its time can reveal it.
 * @throws Refusal legal.changed on `terms`
 */
export async function requestRegistration(
  app: App,
  registration: Registration,
): Promise<{ status: 'confirmation_sent' }> {
  await checkSeen(app, registration.documents);
  const { email, passwordHash, device } = registration;
  if (await mayEmail(app, 'registration', email)) {
    await app.db.tx(async (tx) => {
      const id = newId();
      await tx.run(sql`
        insert into registration (id, email, password_hash, first_name, second_name, phone, country, language, brand, address,
                                  user_agent, created_at)
        values (${id}, ${email}, ${passwordHash}, ${registration.first_name}, ${registration.second_name}, ${registration.phone},
                ${registration.country}, ${registration.language}, ${registration.brand}, ${device.address}, ${shortUserAgent(device)}, ${app.clock.now()})`);
      await app.outbox.emit(tx, 'auth.registration_requested', { registrationId: id });
    });
  }
  return { status: 'confirmation_sent' };
}
