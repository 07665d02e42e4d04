import type { z } from 'zod';
import type { SettingKey } from './names.ts';
import { brandValues } from './values/brand.ts';
import { brandsValues } from './values/other-brands.ts';
import { currencyValues } from './values/currencies.ts';
import { ipoValues } from './values/ipo.ts';
import { emailValues } from './values/email.ts';
import { paymentValues } from './values/payments.ts';
import { securityValues } from './values/security.ts';
import type { SettingShape } from './values/setting-shape.ts';
import { tierValues } from './values/tiers.ts';
import { tradingValues } from './values/trading.ts';
import { verificationValues } from './values/verification.ts';

/**
 * Every setting of the operator: the shape of its value, and its initial value. Those without an `initial` are stored
 * where the product reads them, in tables of their module; their first values came with the migrations. Only
 * administrators change them. The texts are `settings.<key>` and `settings.<key>_hint`.
 */
export const settingsCatalogue = {
  ...brandValues,
  ...brandsValues,
  ...currencyValues,
  ...tradingValues,
  ...paymentValues,
  ...tierValues,
  ...verificationValues,
  ...ipoValues,
  ...securityValues,
  ...emailValues,
} as const satisfies Record<SettingKey, SettingShape>;

export type SettingValues = { [Key in SettingKey]: z.output<(typeof settingsCatalogue)[Key]['shape']> };

type KeyWithInitial = {
  [Key in SettingKey]: (typeof settingsCatalogue)[Key] extends { initial: unknown } ? Key : never;
}[SettingKey];

/** Settings that each process holds in memory, unlike those that statements read from tables. */
export type ReadyKey = KeyWithInitial;
export type ReadyValues = Pick<SettingValues, ReadyKey>;
