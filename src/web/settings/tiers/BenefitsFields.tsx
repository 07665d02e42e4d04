import type { SettingValues } from '#contract/settings/catalogue.ts';
import { contentNames } from '#contract/portfolio/tier-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps } from '../kinds/kind.ts';
import { ManyFields } from '../ManyFields.tsx';

type Benefits = SettingValues['tiers.benefits'];
type Row = Benefits[number];

const figures = [
  ['ipo_fee_percent', 'investor.ipo_fee'],
  ['allotment_weight', 'investor.weight'],
  ['withdrawal_fee_off_percent', 'investor.fee_off'],
  ['withdrawal_limit_factor', 'investor.limit_factor'],
] as const;

/** Chooses what each tier gives. */
export function BenefitsFields({ value, hint, error, onChange }: KindFieldProps<Benefits>) {
  const put = (row: Row) => onChange(value.map((each) => (each.tier === row.tier ? row : each)));
  return (
    <ManyFields hint={hint} error={error}>
      {value.map((row) => (
        <TierBenefits key={row.tier} row={row} put={put} />
      ))}
    </ManyFields>
  );
}

function TierBenefits({ row, put }: { row: Row; put: (row: Row) => void }) {
  const t = useText();
  return (
    <fieldset className={styles.group}>
      <legend>{t(`common.tier_${row.tier}`)}</legend>
      <div className={styles.fields}>
        {figures.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            value={row[name]}
            dir="ltr"
            inputMode="decimal"
            onChange={({ target }) => put({ ...row, [name]: target.value.trim() })}
            required
          />
        ))}
        <SelectField
          label={t('investor.content')}
          value={row.content}
          options={contentNames.map((name) => ({ value: name, label: t(`investor.content_${name}`) }))}
          onChange={({ target }) => put({ ...row, content: target.value as Row['content'] })}
        />
      </div>
      <CheckboxField
        label={t('investor.manager')}
        checked={row.personal_manager}
        onChange={({ target }) => put({ ...row, personal_manager: target.checked })}
      />
    </fieldset>
  );
}
