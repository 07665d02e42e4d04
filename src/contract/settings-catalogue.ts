import type { z } from 'zod';
import type { HouseKey } from './settings-names.ts';
import { brandValues } from './settings-values/brand.ts';
import { currencyValues } from './settings-values/currencies.ts';
import { ipoValues } from './settings-values/ipo.ts';
import { mailValues } from './settings-values/email.ts';
import { paymentValues } from './settings-values/payments.ts';
import { securityValues } from './settings-values/security.ts';
import type { SettingShape } from './settings-values/setting-shape.ts';
import { tierValues } from './settings-values/tiers.ts';
import { tradingValues } from './settings-values/trading.ts';
import { verificationValues } from './settings-values/verification.ts';

/**
 * Every setting of the house: what a value looks like, and what holds until somebody chooses. Those without an `initial`
 * are kept where the product reads them, in tables of their room; their first values came with the migrations. All are an
 * administrator’s to change. What each does is told by the texts `house.<key>` and `house.<key>_hint`.
 */
export const houseCatalogue = {
  ...brandValues,
  ...currencyValues,
  ...tradingValues,
  ...paymentValues,
  ...tierValues,
  ...verificationValues,
  ...ipoValues,
  ...securityValues,
  ...mailValues,
} as const satisfies Record<HouseKey, SettingShape>;

export type HouseValues = { [Key in HouseKey]: z.output<(typeof houseCatalogue)[Key]['shape']> };

type KeyWithInitial = {
  [Key in HouseKey]: (typeof houseCatalogue)[Key] extends { initial: unknown } ? Key : never;
}[HouseKey];

/** Settings that each process holds ready, as against those that statements read from tables. */
export type ReadyKey = KeyWithInitial;
export type ReadyValues = Pick<HouseValues, ReadyKey>;
