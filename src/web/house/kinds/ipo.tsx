import { useId } from 'react';
import type { houseGroups } from '#contract/house-names.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { WholeNumberField } from './fields.tsx';
import type { Kind, KindFieldProps, Kinds } from './kind.ts';
import { spanOf } from './spans.tsx';

const percent: Kind<number> = { Shown: Percent, Field: WholeNumberField };

export const ipoKinds: Kinds<(typeof houseGroups.ipo)[number]> = {
  'features.ipo': { Shown: Offered, Field: OfferedField },
  'ipo.band_low_percent': percent,
  'ipo.band_high_percent': percent,
  'ipo.confirm_minutes': spanOf('minute'),
  'ipo.supplement_days': spanOf('day'),
  'ipo.suitability_days': spanOf('day'),
  'ipo.exit_quote_seconds': spanOf('second'),
  'ipo.price_age_seconds': spanOf('second'),
};

function Percent({ value }: { value: number }) {
  const format = useFormat();
  return (
    <p>
      <bdi>{format.percent(value)}</bdi>
    </p>
  );
}

function Offered({ value }: { value: boolean }) {
  const t = useText();
  return <p>{t(value ? 'house.ipo_offered' : 'house.ipo_not_offered')}</p>;
}

function OfferedField({ label, value, error, onChange }: KindFieldProps<boolean>) {
  const t = useText();
  const name = useId();
  return (
    <RadioGroup
      legend={label}
      name={name}
      value={String(value)}
      error={error}
      options={[true, false].map((each) => ({
        value: String(each),
        label: t(each ? 'house.ipo_offered' : 'house.ipo_not_offered'),
      }))}
      onChange={({ target }) => onChange(target.value === 'true')}
    />
  );
}
