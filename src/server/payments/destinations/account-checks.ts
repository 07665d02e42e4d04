import { clabe } from 'clabe-validator';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import {
  fieldRulesOf,
  spelt,
  type AccountField,
  type AccountScheme,
  type FieldRule,
} from '#contract/payments/payouts/schemes.ts';

/** An account's fields, as they were typed or as they are stored. */
export type Fields = Partial<Record<AccountField, string>>;

/** What a field has to obey beyond its pattern: check digits and the country. */
type Check = (value: string, where: { country: string; fields: Fields }) => boolean;

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const weighted = (digits: string, weights: readonly number[]): number[] =>
  Array.from(digits, (digit, index) => Number(digit) * (weights[index % weights.length] ?? 0));

const reversed = (digits: string): string => digits.split('').toReversed().join('');

/** American routing numbers: weights 3, 7, 1, and the districts that the Federal Reserve and its agents have. */
const isRoutingNumber: Check = (digits) =>
  sumOf(weighted(digits, [3, 7, 1])) % 10 === 0 &&
  /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) &&
  digits !== '000000000';

/** Both blocks of an Argentine CBU or CVU end in a check digit; weights of Banco Central comunicación A 2341. */
const isCbu: Check = (digits) => {
  const ends = (block: string, weights: readonly number[]) =>
    (10 - (sumOf(weighted(block.slice(0, -1), weights)) % 10)) % 10 === Number(block.at(-1));
  return ends(digits.slice(0, 8), [7, 1, 3, 9, 7, 1, 3]) && ends(digits.slice(8), [3, 9, 7, 1]);
};

/** Chilean RUT: weights 2 to 7 from the right, modulo 11, K for 10. */
const isRut = (text: string): boolean => {
  const [body, end] = [text.slice(0, -1), text.at(-1)];
  const rest = 11 - (sumOf(weighted(reversed(body), [2, 3, 4, 5, 6, 7])) % 11);
  return end === (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest));
};

const isBrazilianTaxId = (text: string): boolean => (text.length === 11 ? cpf.isValid(text) : cnpj.isValid(text));

/** Nigerian NUBAN: the bank’s code in six digits and nine of the number, weights 3, 7, 3 (Central Bank of Nigeria, 2020). */
const isNuban: Check = (digits, { fields }) => {
  const body = `${(fields.bank_code ?? '').padStart(6, '0')}${digits.slice(0, 9)}`;
  return (10 - (sumOf(weighted(body, [3, 7, 3])) % 10)) % 10 === Number(digits.at(-1));
};

/** A phone, a tax number, an email or a random key (UUID). */
const isPixKey: Check = (key) => {
  const signs = key.replaceAll(/[\s./-]/g, '');
  return (
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ||
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key) ||
    (key.startsWith('+55') && parsePhoneNumberFromString(key)?.isValid() === true) ||
    isBrazilianTaxId(signs.toUpperCase())
  );
};

const isPhoneOf: Check = (text, { country }) => {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() === true && number.country === country;
};

/** By field, and by scheme and field where a name means something of its own in a scheme. */
const checks: Readonly<Record<string, Check>> = {
  iban: (text) => isValidIBAN(text),
  bic: (text) => isValidBIC(text),
  routing_number: isRoutingNumber,
  clabe: (digits) => clabe.validate(digits).valid.format,
  cbu: isCbu,
  phone: isPhoneOf,
  pix_key: isPixKey,
  'br_account.tax_id': isBrazilianTaxId,
  'br_pix.tax_id': isBrazilianTaxId,
  'cl_rut.tax_id': isRut,
  'ng_nuban.account_number': isNuban,
};

/**
 * The fields as they are stored, or the ones that are missing or wrong.
 * @param country of the account, ISO 3166-1 alpha-2
 */
export function checkAccount(
  scheme: AccountScheme,
  country: string,
  typed: Fields,
): { fields: Fields; wrong: AccountField[] } {
  const rules = fieldRulesOf(scheme);
  const fields: Fields = {};
  for (const rule of rules) {
    const value = spelt(rule, typed[rule.name] ?? '');
    if (value) fields[rule.name] = value;
  }
  const unknown = (Object.keys(typed) as AccountField[]).filter(
    (name) => typed[name] && !rules.some((rule) => rule.name === name),
  );
  const wrong = rules.filter((rule) => !obeys(rule, scheme, country, fields));
  return { fields, wrong: [...wrong.map(({ name }) => name), ...unknown] };
}

function obeys({ name, pattern, required }: FieldRule, scheme: AccountScheme, country: string, fields: Fields) {
  const value = fields[name];
  if (value === undefined) return !required;
  const check = checks[`${scheme.name}.${name}`] ?? checks[name];
  return pattern.test(value) && (check?.(value, { country, fields }) ?? true);
}
