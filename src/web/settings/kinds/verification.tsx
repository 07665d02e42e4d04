import type { SettingKey } from '#contract/settings/names.ts';
import { NeedLevelsFields, NeedLevelsTable } from '../NeedLevels.tsx';
import { count } from './count.tsx';
import type { Kinds } from './kind.ts';
import { spanOf } from './spans.tsx';

export const verificationKinds: Kinds<Extract<SettingKey, `verification.${string}`>> = {
  'verification.levels': { Shown: NeedLevelsTable, Field: NeedLevelsFields },
  'verification.review_hours': spanOf('hour'),
  'verification.lock_minutes': spanOf('minute'),
  'verification.residence_months': spanOf('month'),
  'verification.min_age': spanOf('year'),
  'verification.codes_per_country': count,
};
