import type { z } from 'zod';
import type { authEndpoints, User } from '#contract/auth/endpoints.ts';
import { isCountry } from '#contract/kernel/countries.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import { deviceOf } from '#server/platform/session/session.ts';
import { fieldError, refuseField, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { signNewPerson } from '#server/platform/secrets/row-macs.ts';
import { consentToAll, type Consenting } from '#server/legal/consent.ts';
import { openMainWallet } from '#server/wallets/open-main-wallet.ts';
import { sendSession, startSession, type Exchange } from './start-session.ts';
import { passwordErrors } from './passwords/new-password.ts';
import { hashPassword } from './password-hash.ts';
import { requestRegistration } from './registration/pending.ts';

type Application = z.output<(typeof authEndpoints)['auth.register']['body']>;

/** The data of a new client; the password is already a hash. */
export interface NewClient extends Pick<Application, 'first_name' | 'second_name' | 'email' | 'country'> {
  passwordHash: string;
  phone: string | null;
  language: Language;
  /** At which the client registers; the first one where it is not given. */
  brand?: string | null;
  /** How the client accepted the operator's published documents. */
  consent?: Consenting;
}

/**
 * Creates a client profile with its main wallet and signs in, or requires a confirmed address first, as the operator
 * has set it.
 */
export async function register(
  app: App,
  exchange: Exchange,
  body: Application,
): Promise<{ token: string; user: User } | { status: 'confirmation_sent' }> {
  const { brand } = exchange.request;
  const errors = applicationErrors(app, body, brand.name);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  const phone = readPhone(body.phone, body.country);
  const passwordHash = await hashPassword(body.password);
  const language = body.language ?? exchange.request.language;
  const device = deviceOf(exchange.request);
  if (app.settings.value('security.registration') === 'confirm_first')
    return requestRegistration(app, {
      ...body,
      documents: body.documents,
      passwordHash,
      phone,
      language,
      brand: brand.id,
      device,
    });
  const session = await app.db.tx(async (tx) => {
    const consent = { device, seen: body.documents };
    const clientId = await createClient(tx, app, { ...body, passwordHash, phone, language, brand: brand.id, consent });
    return startSession(tx, app, exchange, { clientId, remember: false });
  });
  return sendSession(app, exchange, session);
}

/** All errors of a registration, by field, in the contract's order. */
export function applicationErrors(
  app: Pick<App, 'config'>,
  body: Pick<
    Application,
    'first_name' | 'second_name' | 'email' | 'password' | 'password_confirmation' | 'country' | 'terms'
  >,
  operatorName: string,
): Record<string, FieldError[]> {
  return {
    ...(body.terms ? {} : { terms: [fieldError('auth.terms')] }),
    ...passwordErrors(app, body, [body.first_name, body.second_name, body.email, operatorName]),
    ...(isCountry(body.country) ? {} : { country: [fieldError('auth.country')] }),
  };
}

/**
 * Inserts the client, the consents, the main wallet and the event for the email.
 * @throws Refusal auth.email_taken on `email`, legal.changed on `terms`
 */
export async function createClient(tx: Tx, app: App, person: NewClient): Promise<string> {
  const id = await insertClient(tx, app, person);
  await consentToAll(tx, app, { clientId: id, language: person.language, ...person.consent });
  await app.outbox.emit(tx, 'auth.registered', { clientId: id });
  return id;
}

/**
 * Inserts the client and the main wallet.
 * @throws Refusal auth.email_taken on `email`; the index decides, so of two at once one is refused
 */
export async function insertClient(tx: Tx, app: App, person: Omit<NewClient, 'consent'>): Promise<string> {
  const id = newId();
  const now = app.clock.now();
  const created = await tx.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, phone, country, language, brand, created_at)
    values (${id}, ${person.email}, ${person.passwordHash}, ${person.first_name}, ${person.second_name}, ${person.phone},
            ${person.country}, ${person.language}, ${person.brand ?? null}, ${now})
    on conflict (email) do nothing`);
  if (created === 0) throw refuseField('email', 'auth.email_taken');
  await signNewPerson(tx, app.config, id);
  await openMainWallet(tx, app, id);
  return id;
}
