import type { z } from 'zod';
import type { setupEndpoints } from '#contract/setup.ts';
import { allSetupFields, type SetupField } from '#contract/setup-names.ts';
import { applicationErrors } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { hasMailServer } from '#server/platform/email/email-server.ts';
import { Refusal, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { checkNamed } from '../check-named.ts';

/** All that is filled in to set a house up. */
export type FilledIn = Omit<z.output<(typeof setupEndpoints)['setup.finish']['body']>, 'token'>;
/** What is filled in so far. */
type Part = { [Field in keyof FilledIn]?: FilledIn[Field] | undefined };

/**
 * Says all at once that is wrong with what is filled in so far, beyond its shape.
 * @throws Refusal on the fields
 */
export async function checkFilledIn(app: App, filledIn: Part): Promise<void> {
  const errors = {
    ...errorsOfPerson(app, filledIn),
    ...(await errorsOfSettings(app, filledIn)),
    ...errorsOfMail(app, filledIn),
  };
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

function errorsOfPerson(app: App, filledIn: Part): Record<string, FieldError[]> {
  const { password, brand_name: name = app.house.brand().name } = filledIn;
  if (password === undefined) return {};
  const {
    first_name = '',
    second_name = '',
    email = '',
    password_confirmation = '',
    country = '',
    terms = false,
  } = filledIn;
  const person = { first_name, second_name, email, password, password_confirmation, country, terms };
  return applicationErrors(app, person, name);
}

async function errorsOfSettings({ db }: App, filledIn: Part): Promise<Record<string, FieldError[]>> {
  const errors: Record<string, FieldError[]> = {};
  for (const [field, key] of Object.entries(allSetupFields)) {
    const value = filledIn[field as SetupField];
    if (value === undefined) continue;
    await checkNamed(db, key, value).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      Object.assign(errors, { [field]: error.fields['value'] });
    });
  }
  return errors;
}

/** Without mail nobody confirms an address or sets a new password: that is not to happen by oversight. */
function errorsOfMail(app: App, { mail_server: server, without_mail: isMeant }: Part): Record<string, FieldError[]> {
  if (server !== null || isMeant || hasMailServer(app)) return {};
  return { without_mail: [{ code: 'setup.without_mail', params: {} }] };
}
