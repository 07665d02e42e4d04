import { unmetPasswordRequirements } from '#contract/password.ts';
import { refuseField } from '#server/platform/refusal.ts';
import knownPasswords from './known-passwords.json' with { type: 'json' };

/** Passwords that every guessing list begins with; the file holds them in lower case, separated by spaces. */
const known = new Set(knownPasswords.flatMap((line) => line.split(' ')));

interface Wish {
  password: string;
  password_confirmation: string;
}

/**
 * Checks a password that somebody wants to have.
 * @param personal what it must not be made of: names, e-mail, the application's name
 * @throws Refusal on `password_confirmation` or `password`
 */
export function checkNewPassword({ password, password_confirmation }: Wish, personal: readonly string[]): void {
  if (password !== password_confirmation) throw refuseField('password_confirmation', 'auth.password_confirmation');
  const [unmet] = unmetPasswordRequirements(password, personal);
  if (unmet) throw refuseField('password', `auth.password_${unmet}`);
  if (known.has(password.toLowerCase())) throw refuseField('password', 'auth.password_known');
}
