import type { SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { NeedLevelsFields, NeedLevelsTable } from '../NeedLevels.tsx';
import { count } from './count.tsx';
import { WholeNumberField } from './fields.tsx';
import type { Kinds } from './kind.ts';
import { spanOf } from './spans.tsx';

export const verificationKinds: Kinds<Extract<SettingKey, `verification.${string}`>> = {
  'verification.levels': { Shown: NeedLevelsTable, Field: NeedLevelsFields },
  'verification.review_hours': spanOf('hour'),
  'verification.lock_minutes': spanOf('minute'),
  'verification.residence_months': spanOf('month'),
  'verification.min_age': { Shown: Age, Field: WholeNumberField },
  'verification.codes_per_country': count,
};

/** A language may count the years of a person otherwise than those of a span. */
function Age({ value }: { value: number }) {
  const t = useText();
  return <p>{t('settings.verification_min_age_years', { years: value })}</p>;
}
