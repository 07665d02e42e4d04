import type { settingsGroups } from '#contract/settings/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { choiceOf } from './option.tsx';
import { count, hundredths } from './count.tsx';
import { WholeNumberField } from './fields.tsx';
import type { Kind, Kinds } from './kind.ts';
import { spanOf } from './spans.tsx';

const percent: Kind<number> = { Shown: Percent, Field: WholeNumberField };

export const ipoKinds: Kinds<(typeof settingsGroups.ipo)[number]> = {
  'features.ipo': choiceOf([
    [true, 'settings.ipo_offered'],
    [false, 'settings.ipo_not_offered'],
  ]),
  'ipo.band_low_percent': percent,
  'ipo.band_high_percent': percent,
  'ipo.confirm_minutes': spanOf('minute'),
  'ipo.supplement_days': count,
  'ipo.suitability_days': spanOf('day'),
  'ipo.exit_quote_seconds': spanOf('second'),
  'ipo.price_age_seconds': spanOf('second'),
  'ipo.price_tolerance': hundredths,
};

function Percent({ value }: { value: number }) {
  const format = useFormat();
  return (
    <p>
      <bdi>{format.percent(value)}</bdi>
    </p>
  );
}
