import { useId } from 'react';
import type { HouseValues } from '#contract/house-catalogue.ts';
import { secondFactorRules } from '#contract/house-names.ts';
import { useText } from '#web/platform/i18n.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import type { KindFieldProps, Kinds } from './kind.ts';

type Rule = HouseValues['security.client_second_factor'];

export const securityKinds: Kinds<'security.client_second_factor'> = {
  'security.client_second_factor': { Shown: SecondFactor, Field: SecondFactorField },
};

function SecondFactor({ value }: { value: Rule }) {
  const t = useText();
  return <p>{t(`house.factor_${value}`)}</p>;
}

function SecondFactorField({ label, value, error, onChange }: KindFieldProps<Rule>) {
  const t = useText();
  const name = useId();
  return (
    <RadioGroup
      legend={label}
      name={name}
      value={value}
      error={error}
      options={secondFactorRules.map((rule) => ({ value: rule, label: t(`house.factor_${rule}`) }))}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
