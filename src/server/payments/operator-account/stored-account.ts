import { fieldRulesOf, schemeOf, type AccountField } from '#contract/payments/payouts/schemes.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { BankAccount } from '../bank-files/bank-account.ts';
import type { Fields } from '../destinations/account-checks.ts';

/** An account of the operator, from a row `of` payment_bank_account or payment_instruction. */
export const storedAccount = (of: Sql): Sql => sql`
  jsonb_build_object('scheme', ${of}.scheme, 'country', coalesce(${of}.country, left(${of}.iban, 2)),
    'account', coalesce(${of}.iban, ${of}.account_number),
    'details', ${of}.details || jsonb_strip_nulls(jsonb_build_object('bic', ${of}.bic)))`;

/** All of its fields by name, also the number by which the bank knows it. */
export const fieldsOf = ({ scheme, account, details }: BankAccount): Fields => ({
  [schemeOf(scheme).account.name]: account,
  ...details,
});

/** Its fields in the order in which forms ask for them. */
export function listFields(of: BankAccount): { field: AccountField; value: string }[] {
  const fields = fieldsOf(of);
  return fieldRulesOf(schemeOf(of.scheme)).flatMap(({ name }) => {
    const value = fields[name];
    return value === undefined ? [] : [{ field: name, value }];
  });
}
