import type { Language } from '#contract/languages.ts';
import { checkSeen } from '#server/legal/consent.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keptUserAgent, type Device } from '#server/platform/session.ts';
import { mayMail } from './email-allowance.ts';

export interface Registration {
  email: string;
  passwordHash: string;
  first_name: string;
  second_name: string;
  phone: string | null;
  country: string;
  language: Language;
  device: Device;
  documents: readonly string[] | undefined;
}

/**
 * Writes a registration down whose address is to be confirmed before anybody signs in. Whether somebody has the address
 * is looked up later, where no answer and no time can tell.
 * @throws Refusal legal.changed on `terms`
 */
export async function askRegistration(app: App, asked: Registration): Promise<{ status: 'confirmation_sent' }> {
  await checkSeen(app, asked.documents);
  const { email, passwordHash, device } = asked;
  if (await mayMail(app, 'registration', email)) {
    await app.db.tx(async (tx) => {
      const id = newId();
      await tx.run(sql`
        insert into registration (id, email, password_hash, first_name, second_name, phone, country, language, address,
                                  user_agent, created_at)
        values (${id}, ${email}, ${passwordHash}, ${asked.first_name}, ${asked.second_name}, ${asked.phone},
                ${asked.country}, ${asked.language}, ${device.address}, ${keptUserAgent(device)}, ${app.clock.now()})`);
      await app.outbox.emit(tx, 'auth.registration_asked', { registrationId: id });
    });
  }
  return { status: 'confirmation_sent' };
}
