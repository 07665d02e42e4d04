import type { SettingKey } from '#contract/settings/names.ts';
import { currencyStores } from './currencies.ts';
import { ipoStores } from './ipo.ts';
import { paymentStores } from './payments.ts';
import type { SettingStores, TableKey } from './setting-store.ts';
import { tierStores } from './tiers.ts';
import { verificationStores } from './verification.ts';

export const tables: SettingStores<TableKey> = {
  ...currencyStores,
  ...paymentStores,
  ...tierStores,
  ...verificationStores,
  ...ipoStores,
};

/** @throws Refusal on `value` when it makes no sense */
export function checkValue(key: SettingKey, value: unknown): void {
  if (key in tables) tables[key as TableKey].check?.(value as never);
}
