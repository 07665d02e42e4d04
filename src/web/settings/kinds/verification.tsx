import type { SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { NeedLevelsFields, NeedLevelsTable } from '../NeedLevels.tsx';
import type { Kinds } from './kind.ts';
import { count, spanOf, wholeNumber } from './quantity.tsx';

/** A language may count the years of a person otherwise than those of a span. */
const age = wholeNumber(() => {
  const t = useText();
  return (years) => t('settings.verification_min_age_years', { years });
});

export const verificationKinds: Kinds<Extract<SettingKey, `verification.${string}`>> = {
  'verification.levels': { Shown: NeedLevelsTable, Field: NeedLevelsFields },
  'verification.review_hours': spanOf('hour'),
  'verification.lock_minutes': spanOf('minute'),
  'verification.residence_months': spanOf('month'),
  'verification.min_age': age,
  'verification.codes_per_country': count,
};
