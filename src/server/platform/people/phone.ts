import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { refuseField } from '../refusal.ts';

/**
 * The number in E.164, as `+442079460018`; null when none is given. A number without a country code is read as one of
 * `country` (ISO 3166-1 alpha-2), so people may type what they dial at home. It must have a length that its country
 * uses. Whether it is in service is proven by a call, not here: numbering plans change more often than packages do.
 * @throws Refusal `validation.phone` on `phone`
 */
export function readPhone(text: string | null | undefined, country: string): string | null {
  if (!text) return null;
  const number = internationalNumber(text) ?? parsePhoneNumberFromString(text, country as CountryCode);
  if (!number?.isPossible() || number.ext) throw refuseField('phone', 'validation.phone');
  return number.number;
}

/** A number that begins with `+` or with `00`, as it is dialled from most countries. */
function internationalNumber(text: string) {
  const digits = /^(?:\+|00)(.*)$/s.exec(text)?.[1];
  return digits === undefined ? undefined : parsePhoneNumberFromString(`+${digits}`);
}
