import { passwordLength, unmetPasswordRequirements } from '#contract/password.ts';
import type { App } from '#server/platform/app.ts';
import { refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { isKnownPassword, readKnownPasswords } from './known-passwords.ts';

interface Wish {
  password: string;
  password_confirmation: string;
}

/**
 * What is wrong with a password that somebody wants to have, by field, in the contract's order.
 * @param personal what it must not be made of: names, e-mail, the application's name
 */
export function passwordErrors(
  { config }: Pick<App, 'config'>,
  { password, password_confirmation }: Wish,
  personal: readonly string[],
): Record<string, FieldError[]> {
  const unmet = unmetPasswordRequirements(password, personal).map((requirement) => ({
    code: `auth.password_${requirement}`,
    params: requirement === 'length' ? passwordLength : {},
  }));
  const errors = isKnownPassword(readKnownPasswords(config), password)
    ? [...unmet, { code: 'auth.password_known', params: {} }]
    : unmet;
  return {
    ...(password === password_confirmation
      ? {}
      : { password_confirmation: [{ code: 'auth.password_confirmation', params: {} }] }),
    ...(errors.length === 0 ? {} : { password: errors }),
  };
}

/** @throws Refusal on `password_confirmation` and `password` */
export function checkNewPassword(app: Pick<App, 'config'>, wish: Wish, personal: readonly string[]): void {
  const errors = passwordErrors(app, wish, personal);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}
