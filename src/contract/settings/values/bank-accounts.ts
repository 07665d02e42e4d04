import { z } from 'zod';
import { currencyCode, writtenLine } from '#contract/kernel/fields.ts';

const line = writtenLine.pipe(z.string().max(80));

/** IBAN and BIC are often written in groups. */
const signs = line.transform((text) => text.replace(/[\s.-]/g, '').toUpperCase());

const account = z.strictObject({
  currency: currencyCode,
  beneficiary: line,
  bank: line,
  iban: signs,
  bic: signs,
});

/** Where transfers to the operator go, by currency. The numbers are checked where they are stored. */
export const bankAccounts = z
  .array(account, 'validation.type')
  .max(60)
  .transform((accounts) => accounts.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)));
