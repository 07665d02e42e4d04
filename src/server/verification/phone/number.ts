import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Types of numbers that may receive text messages; undefined where the plan of the country is silent. */
const textable = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER', undefined]);

/** Where a number in E.164 belongs, and whether a message to it can arrive at a fair price. */
export function describeNumber(phone: string): { country: string; canReceive: boolean } {
  const number = parsePhoneNumberFromString(phone);
  return {
    country: number?.country ?? number?.countryCallingCode ?? '0',
    canReceive: number !== undefined && textable.has(number.getType()),
  };
}
