import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { bankAccounts } from './bank-accounts.ts';
import { limits } from './limits.ts';
import { paymentTerms } from './payment-terms.ts';
import type { SettingStore, SettingStores, TableKey } from './setting-store.ts';

type PaymentKey = Extract<TableKey, `payments.${string}`>;

/** Numbers of the one row of `payment_setting`. */
const columns = {
  withdrawal_cooling_off_hours: sql`withdrawal_cooling_off_hours`,
  crypto_address_hours: sql`crypto_address_hours`,
  review_hours: sql`review_hours`,
  confirm_minutes: sql`confirm_minutes`,
  code_minutes: sql`code_minutes`,
  code_attempts: sql`code_attempts`,
  destination_link_hours: sql`destination_link_hours`,
  destinations_per_client: sql`destinations_per_client`,
};

export const paymentStores: SettingStores<PaymentKey> = {
  'payments.bank_accounts': bankAccounts,
  'payments.terms': paymentTerms,
  'payments.limits': limits,
  'payments.withdrawal_cooling_off_hours': number('withdrawal_cooling_off_hours'),
  'payments.crypto_address_hours': number('crypto_address_hours'),
  'payments.review_hours': number('review_hours'),
  'payments.confirm_minutes': number('confirm_minutes'),
  'payments.code_minutes': number('code_minutes'),
  'payments.code_attempts': number('code_attempts'),
  'payments.destination_link_hours': number('destination_link_hours'),
  'payments.destinations_per_client': number('destinations_per_client'),
  'payments.second_approver_from': usd(sql`second_approver_from`),
  'payments.approver_day_total': usd(sql`approver_day_total`),
};

/** A value in US dollars, stored in cents. */
function usd(column: Sql): SettingStore<string> {
  return {
    async read(db) {
      const { cents } = await db.one<{ cents: bigint }>(sql`select ${column} as cents from payment_setting`);
      return toDecimal(cents, 'USD');
    },
    check(value) {
      if (fromDecimal(value, 'USD') <= 0n) throw refuseField('value', 'validation.number');
    },
    async write(tx, value) {
      await tx.run(sql`update payment_setting set ${column} = ${fromDecimal(value, 'USD')}`);
    },
  };
}

function number(column: keyof typeof columns): SettingStore<number> {
  const name = columns[column];
  return {
    async read(db) {
      const { value } = await db.one<{ value: number }>(sql`select ${name} as value from payment_setting`);
      return value;
    },
    write: async (tx, value) => void (await tx.run(sql`update payment_setting set ${name} = ${value}`)),
  };
}
