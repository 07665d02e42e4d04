import type { SettingValues } from '#contract/settings/catalogue.ts';
import { isIban } from '#server/payments/account-numbers.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { SettingStore } from './setting-store.ts';

type Accounts = SettingValues['payments.bank_accounts'];

/** Four letters of the bank, its country, two characters of its location, and three of a branch (ISO 9362). */
const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** The operator's accounts, to which clients send transfers. */
export const bankAccounts: SettingStore<Accounts> = { read, check, write };

async function read(db: Queries): Promise<Accounts> {
  return db.rows<Accounts[number]>(sql`
    select currency, beneficiary, bank, iban, bic from payment_bank_account order by currency`);
}

function check(accounts: Accounts): void {
  for (const [index, { currency, beneficiary, bank, iban, bic }] of accounts.entries()) {
    if (accounts[index + 1]?.currency === currency) throw refuseField('value', 'settings.account_twice', { currency });
    if (!beneficiary || !bank) throw refuseField('value', 'settings.account_blank', { currency });
    if (!isIban(iban)) throw refuseField('value', 'settings.account_iban', { currency });
    if (!bicShape.test(bic)) throw refuseField('value', 'settings.account_bic', { currency });
  }
}

async function write(tx: Tx, accounts: Accounts): Promise<void> {
  await tx.run(sql`delete from payment_bank_account`);
  for (const { currency, beneficiary, bank, iban, bic } of accounts) {
    await tx.run(sql`
      insert into payment_bank_account (currency, beneficiary, bank, iban, bic)
      values (${currency}, ${beneficiary}, ${bank}, ${iban}, ${bic})`);
  }
}
