import { z } from 'zod';
import { country, currencyCode, writtenLine } from '#contract/kernel/fields.ts';
import {
  accountFields,
  bankSchemeNames,
  fieldRulesOf,
  normalised,
  schemeOf,
  spelt,
  type AccountField,
} from '#contract/payments/payouts/schemes.ts';

const line = writtenLine.pipe(z.string().max(80));
const field = writtenLine.pipe(z.string().max(140)).optional();

const account = z.strictObject({
  currency: currencyCode,
  beneficiary: line,
  bank: line,
  /** How the account is written: by default as an IBAN, which names its country. */
  scheme: z.enum(bankSchemeNames, 'validation.choice').optional(),
  country: country.optional(),
  ...(Object.fromEntries(accountFields.map((name) => [name, field])) as Record<AccountField, typeof field>),
});

/** An account of the operator: its fields stand beside what every account has. */
export interface OperatorAccount extends Partial<Record<AccountField, string>> {
  currency: string;
  beneficiary: string;
  bank: string;
  scheme?: string;
  country?: string;
}

/** In the one spelling that its scheme has of it. */
function asStored({
  currency,
  beneficiary,
  bank,
  scheme: name = 'iban',
  country: place,
  ...typed
}: z.output<typeof account>) {
  const rules = fieldRulesOf(schemeOf(name));
  const stored: OperatorAccount = { currency, beneficiary, bank };
  if (name !== 'iban') Object.assign(stored, { scheme: name, ...(place && { country: place }) });
  for (const each of accountFields) {
    const rule = rules.find((one) => one.name === each);
    const value = rule ? spelt(rule, typed[each] ?? '') : normalised(each, typed[each] ?? '');
    if (value) stored[each] = value;
  }
  return stored;
}

/** Where transfers to the operator go, by currency. The fields are checked where they are stored. */
export const bankAccounts = z
  .array(account.transform(asStored), 'validation.type')
  .max(60)
  .transform((accounts) => accounts.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)));
