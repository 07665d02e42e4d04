/**
 * What a password must satisfy. NIST SP 800-63B asks for length and a check against known passwords, and advises
 * against rules of composition; the two shapes refused here are the ones people use to get around length.
 */
export const passwordLength = { min: 10, max: 128 } as const;

export type PasswordRequirement = 'length' | 'variety' | 'personal';

/**
 * The requirements a password does not meet, in the order they are shown.
 * @param personal words that must not be the password's core: names, email, application name
 */
export function unmetPasswordRequirements(password: string, personal: readonly string[] = []): PasswordRequirement[] {
  const unmet: PasswordRequirement[] = [];
  const length = Array.from(password).length;
  if (length < passwordLength.min || length > passwordLength.max) unmet.push('length');
  if (new Set(password.toLowerCase()).size < 5) unmet.push('variety');
  if (containsPersonalWord(password, personal)) unmet.push('personal');
  return unmet;
}

/** For comparison: other keyboards write the same characters in other ways. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

function containsPersonalWord(password: string, personal: readonly string[]): boolean {
  const lower = folded(password);
  if (lower === '') return true;
  return personal
    .flatMap((word) => folded(word).split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= 4 && lower.includes(word));
}
