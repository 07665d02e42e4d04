import { passwordLength, unmetPasswordRequirements } from '#contract/auth/password.ts';
import type { App } from '#server/platform/app.ts';
import { fieldError, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { isKnownPassword, readKnownPasswords } from '../known-passwords.ts';

interface Input {
  password: string;
  password_confirmation: string;
}

/**
 * Validates a new password, by field, in the contract's order.
 * @param personal words that it must not consist of: names, email, the application's name
 */
export function passwordErrors(
  { config }: Pick<App, 'config'>,
  { password, password_confirmation }: Input,
  personal: readonly string[],
): Record<string, FieldError[]> {
  const unmet = unmetPasswordRequirements(password, personal).map((requirement) =>
    requirement === 'length'
      ? fieldError('auth.password_length', passwordLength)
      : fieldError(`auth.password_${requirement}`),
  );
  const errors = isKnownPassword(readKnownPasswords(config), password)
    ? [...unmet, fieldError('auth.password_known')]
    : unmet;
  return {
    ...(password === password_confirmation
      ? {}
      : { password_confirmation: [fieldError('auth.password_confirmation')] }),
    ...(errors.length === 0 ? {} : { password: errors }),
  };
}

/** @throws Refusal on `password_confirmation` and `password` */
export function checkNewPassword(app: Pick<App, 'config'>, input: Input, personal: readonly string[]): void {
  const errors = passwordErrors(app, input, personal);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}
