import type { ImportDetails, ImportMapping } from '#contract/imports/endpoints.ts';
import { fieldsOf, type ImportField, type ImportSubject } from '#contract/imports/names.ts';
import { knownCurrencies } from '#contract/kernel/money.ts';
import type { Language } from '#contract/kernel/languages.ts';

/** A column as its field of the form holds it: the field, or `balance:EUR`. */
type Choice = string;

/** The names that files of other systems mostly have for a field. */
const usual: Partial<Record<ImportField, RegExp>> = {
  outside_id: /^(client|customer|user|account|outside|external)?[ _-]?(id|no|nr|number)$/,
  account_number: /^((trading[ _-]?)?account|login)[ _-]?(id|no|nr|number)?$/,
  account_name: /^(account[ _-]?)?(nick)?name$/,
  movement_number: /^((transaction|movement|operation|deal|payment|ticket)[ _-]?(id|no|nr|number)?|id)$/,
  date: /^(date|time|day|(created|booked|value)[ _-]?(at|on|date)?)$/,
  kind: /^(kind|type)$/,
  amount: /^(amount|sum|value)$/,
  file_name: /^(file|document)?[ _-]?(name|path)$|^file$/,
  document_type: /^(document[ _-]?|paper[ _-]?)?(type|kind)$/,
  document_number: /^(document|passport)[ _-]?(id|no|nr|number)$/,
  issued_on: /^(issued?|issue[ _-]?date)([ _-]?(at|on|date))?$/,
  expires_on: /^(expir(y|es|ed)|valid[ _-]?until)([ _-]?(at|on|date))?$/,
  accepted_on: /^(accepted|approved|verified)([ _-]?(at|on|date))?$/,
  details: /^(details|description|comment|text|note)s?$/,
  currency: /^(account[ _-]?)?currency$/,
  balance: /^(opening[ _-]?)?balance$/,
  email: /^e-?mail/,
  first_name: /^(first|given)[ _-]?name$/,
  second_name: /^(second|last|family)[ _-]?name$|^surname$/,
  country: /^country/,
  language: /^(language|locale|lang)$/,
  phone: /^(phone|mobile|telephone)/,
  address: /^address$/,
  level: /^(verification[ _-]?)?level$/,
  tags: /^(tag|label)s?$/,
  manager: /^(account[ _-]?)?manager/,
};

/** The choice that a column begins with, by its name; none where the name says nothing. */
export function guess(name: string, subject: ImportSubject): Choice {
  const plain = name.trim().toLowerCase();
  const field = fieldsOf[subject].find((each) => usual[each]?.test(plain));
  // A balance of a client names its currency.
  if (field && (field !== 'balance' || subject === 'accounts')) return field;
  const currency = /^balance[ _-]?([a-z]{3,8})$/.exec(plain)?.[1]?.toUpperCase();
  return subject === 'clients' && currency !== undefined && knownCurrencies.includes(currency)
    ? `balance:${currency}`
    : '';
}

/** What the form begins with: the mapping of the last check, or guesses, each field once. */
export function choicesOf({
  header,
  mapping,
  subject,
}: Pick<ImportDetails, 'header' | 'mapping' | 'subject'>): Choice[] {
  const choices = header.map(() => '');
  for (const [position, name] of header.entries()) {
    const known = mapping?.columns.find(({ column }) => column === position);
    const choice = mapping ? (known ? spelt(known) : '') : guess(name, subject);
    if (choice && !choices.includes(choice)) choices[position] = choice;
  }
  return choices;
}

const spelt = ({ field, currency }: ImportMapping['columns'][number]): Choice =>
  currency === undefined ? field : `${field}:${currency}`;

interface Rest {
  decimal_sign: string;
  language: string;
  invite: string;
}

/** What the form says, as the server takes it. */
export const mappingOf = (
  choices: readonly Choice[],
  { decimal_sign: sign, language, invite }: Rest,
): ImportMapping => ({
  columns: choices.flatMap((choice, column) => {
    if (choice === '') return [];
    const [field, currency] = choice.split(':');
    return [{ column, field: field as ImportField, ...(currency !== undefined && { currency }) }];
  }),
  decimal_sign: sign as ImportMapping['decimal_sign'],
  language: language as Language,
  invite: invite as ImportMapping['invite'],
});
