import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { OperatorAccount } from '#contract/settings/values/bank-accounts.ts';
import { schemeOf } from '#contract/payments/payouts/schemes.ts';
import type { BankAccount } from '#server/payments/bank-files/bank-account.ts';
import { wrongFields } from '#server/payments/operator-account/check-account.ts';
import { fieldsOf, storedAccount } from '#server/payments/operator-account/stored-account.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore } from './setting-store.ts';

type Accounts = SettingValues['payments.bank_accounts'];

/** The operator's accounts, to which clients send transfers. */
export const bankAccounts: SettingStore<Accounts> = { read, check, write };

type Row = Pick<OperatorAccount, 'currency' | 'beneficiary' | 'bank'> & { account: BankAccount };

async function read(db: Queries): Promise<Accounts> {
  const rows = await db.rows<Row>(sql`
    select currency, beneficiary, bank, ${storedAccount(sql`b`)} as account from payment_bank_account b order by currency`);
  return rows.map(({ account, ...of }) => {
    const { scheme, country } = account;
    return { ...of, ...(scheme !== 'iban' && { scheme, country }), ...fieldsOf(account) };
  });
}

function check(accounts: Accounts): void {
  for (const [index, { currency, beneficiary, bank, scheme = 'iban', country, ...fields }] of accounts.entries()) {
    if (accounts[index + 1]?.currency === currency) throw refuseField('value', 'settings.account_twice', { currency });
    if (!beneficiary || !bank) throw refuseField('value', 'settings.account_blank', { currency });
    const [wrong] = wrongFields({ currency, scheme, country, fields });
    if (wrong)
      throw refuseField('value', 'settings.account_field', {
        currency,
        name: ({ language }, text) => text(language, `payments.account_${wrong}`),
      });
  }
}

async function write(tx: Tx, accounts: Accounts): Promise<void> {
  await tx.run(sql`delete from payment_bank_account`);
  for (const { currency, beneficiary, bank, scheme = 'iban', country = null, ...fields } of accounts) {
    const { name } = schemeOf(scheme).account;
    const { [name]: number, bic = null, ...details } = fields;
    await tx.run(sql`
      insert into payment_bank_account (currency, beneficiary, bank, iban, account_number, bic, scheme, country, details)
      values (${currency}, ${beneficiary}, ${bank}, ${name === 'iban' ? number : null}, ${name === 'iban' ? null : number}, ${bic},
              ${scheme}, ${country}, ${JSON.stringify(details)}::jsonb)`);
  }
}
