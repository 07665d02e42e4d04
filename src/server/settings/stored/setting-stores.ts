import type { HouseKey } from '#contract/settings-names.ts';
import { currencyPlaces } from './currencies.ts';
import { ipoPlaces } from './ipo.ts';
import { paymentPlaces } from './payments.ts';
import type { Places, TableKey } from './setting-store.ts';
import { tierPlaces } from './tiers.ts';
import { verificationPlaces } from './verification.ts';

export const tables: Places<TableKey> = {
  ...currencyPlaces,
  ...paymentPlaces,
  ...tierPlaces,
  ...verificationPlaces,
  ...ipoPlaces,
};

/** @throws Refusal on `value` when it makes no sense */
export function checkValue(key: HouseKey, value: unknown): void {
  if (key in tables) tables[key as TableKey].check?.(value as never);
}
