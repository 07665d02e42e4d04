import type { settingsGroups } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { choiceOf } from './option.tsx';
import type { Kinds } from './kind.ts';
import { hundredths, percent, spanOf, wholeNumber } from './quantity.tsx';

const businessDays = wholeNumber(() => {
  const t = useText();
  return (days) => t('settings.business_days', { days });
});

export const ipoKinds: Kinds<(typeof settingsGroups.ipo)[number]> = {
  'features.ipo': choiceOf([
    [true, 'settings.ipo_offered'],
    [false, 'settings.ipo_not_offered'],
  ]),
  'ipo.band_low_percent': percent,
  'ipo.band_high_percent': percent,
  'ipo.confirm_minutes': spanOf('minute'),
  'ipo.supplement_days': businessDays,
  'ipo.suitability_days': spanOf('day'),
  'ipo.exit_quote_seconds': spanOf('second'),
  'ipo.price_age_seconds': spanOf('second'),
  'ipo.price_tolerance': hundredths,
};
