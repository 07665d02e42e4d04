import type { SettingKey } from '#contract/settings/names.ts';
import { BenefitsFields } from '../tiers/BenefitsFields.tsx';
import { BenefitsTable } from '../tiers/BenefitsTable.tsx';
import { TierLevelsFields, TierLevelsTable } from '../tiers/TierLevels.tsx';
import type { Kinds } from './kind.ts';
import { spanOf } from './quantity.tsx';

export const tierKinds: Kinds<Extract<SettingKey, `tiers.${string}`>> = {
  'tiers.levels': { Shown: TierLevelsTable, Field: TierLevelsFields },
  'tiers.days_below': spanOf('day'),
  'tiers.benefits': { Shown: BenefitsTable, Field: BenefitsFields },
};
