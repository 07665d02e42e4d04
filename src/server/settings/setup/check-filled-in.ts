import type { z } from 'zod';
import type { setupEndpoints } from '#contract/settings/setup.ts';
import { allSetupFields, type SetupField } from '#contract/settings/setup-names.ts';
import { applicationErrors } from '#server/auth/register.ts';
import type { App } from '#server/platform/app.ts';
import { hasEmailServer } from '#server/platform/email/email-server.ts';
import { fieldError, Refusal, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { checkNamed } from '../check-named.ts';

/** All that is entered in the setup. */
export type FilledIn = Omit<z.output<(typeof setupEndpoints)['setup.finish']['body']>, 'token'>;
/** What is filled in so far. */
type Part = { [Field in keyof FilledIn]?: FilledIn[Field] | undefined };

/**
 * Reports all faults of the input so far at once, beyond its shape.
 * @throws Refusal on the fields
 */
export async function checkFilledIn(app: App, filledIn: Part): Promise<void> {
  const errors = {
    ...errorsOfPerson(app, filledIn),
    ...(await errorsOfSettings(app, filledIn)),
    ...emailErrors(app, filledIn),
  };
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

function errorsOfPerson(app: App, filledIn: Part): Record<string, FieldError[]> {
  const { password, brand_name: name = app.settings.brand().name } = filledIn;
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

async function errorsOfSettings(app: App, filledIn: Part): Promise<Record<string, FieldError[]>> {
  const errors: Record<string, FieldError[]> = {};
  for (const [field, key] of Object.entries(allSetupFields)) {
    const value = filledIn[field as SetupField];
    if (value === undefined) continue;
    await checkNamed(app, app.db, key, value).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      Object.assign(errors, { [field]: error.fields['value'] });
    });
  }
  return errors;
}

/** Without email, clients cannot confirm an address or set a new password: that must be a deliberate choice. */
function emailErrors(app: App, { email_server: server, without_email: isMeant }: Part): Record<string, FieldError[]> {
  if (server !== null || isMeant || hasEmailServer(app)) return {};
  return { without_email: [fieldError('setup.without_email')] };
}
