import { passwordLength, unmetPasswordRequirements } from '#contract/password.ts';
import { refuseFields, type FieldError } from '#server/platform/refusal.ts';
import knownPasswords from './known-passwords.json' with { type: 'json' };

/** Passwords that every guessing list begins with (from SecLists, MIT); in lower case, several to a line. */
const known = new Set(knownPasswords.flatMap((line) => line.split(' ')));

interface Wish {
  password: string;
  password_confirmation: string;
}

/**
 * What is wrong with a password that somebody wants to have, by field, in the contract's order.
 * @param personal what it must not be made of: names, e-mail, the application's name
 */
export function passwordErrors(
  { password, password_confirmation }: Wish,
  personal: readonly string[],
): Record<string, FieldError[]> {
  const unmet = unmetPasswordRequirements(password, personal).map((requirement) => ({
    code: `auth.password_${requirement}`,
    params: requirement === 'length' ? passwordLength : {},
  }));
  const errors = isKnown(password) ? [...unmet, { code: 'auth.password_known', params: {} }] : unmet;
  return {
    ...(password === password_confirmation
      ? {}
      : { password_confirmation: [{ code: 'auth.password_confirmation', params: {} }] }),
    ...(errors.length === 0 ? {} : { password: errors }),
  };
}

/** @throws Refusal on `password_confirmation` and `password` */
export function checkNewPassword(wish: Wish, personal: readonly string[]): void {
  const errors = passwordErrors(wish, personal);
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

/** Guessing programs try a known word with a few digits or signs around it next: `Password2024!`. */
function isKnown(password: string): boolean {
  const lower = password.toLowerCase();
  const [, word = ''] = /^[\d\W_]{0,2}(.*?)[\d\W_]{0,5}$/.exec(lower) ?? [];
  return known.has(lower) || known.has(word);
}
