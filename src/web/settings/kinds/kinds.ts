import type { SettingKey } from '#contract/settings/names.ts';
import { brandKinds } from './brand.tsx';
import { brandsKinds } from './brands.ts';
import { currencyKinds } from './currencies.tsx';
import { ipoKinds } from './ipo.tsx';
import type { Kinds } from './kind.ts';
import { emailSettingKinds } from './email.tsx';
import { paymentKinds } from './payments.tsx';
import { securityKinds } from './security.ts';
import { tierKinds } from './tiers.tsx';
import { tradingKinds } from './trading.ts';
import { verificationKinds } from './verification.tsx';

/** Of every setting. */
export const kinds: Kinds<SettingKey> = {
  ...brandKinds,
  ...brandsKinds,
  ...currencyKinds,
  ...tradingKinds,
  ...paymentKinds,
  ...tierKinds,
  ...verificationKinds,
  ...ipoKinds,
  ...securityKinds,
  ...emailSettingKinds,
};
