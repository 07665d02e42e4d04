import { wholeNumber } from '#contract/kernel/fields.ts';
import type { SettingShape } from './setting-shape.ts';

export const tradingValues = {
  'trading.accounts_per_client': { shape: wholeNumber(1, 100), initial: 3 },
} as const satisfies Record<string, SettingShape>;
