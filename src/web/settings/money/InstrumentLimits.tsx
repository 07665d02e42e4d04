import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import styles from '../Settings.module.css';
import { ManyFields } from '../ManyFields.tsx';
import type { KindFieldProps } from '../kinds/kind.ts';

type Limits = SettingValues['payments.instrument_limits'];

const spans = ['per_day', 'per_month'] as const;

/** What one card or bank account may bring. */
export function InstrumentLimits({ value }: { value: Limits }) {
  const t = useText();
  const { symbol } = useFormat();
  const amount = (usd: string | null) => (usd === null ? t('settings.no_limit') : symbol(usd, 'USD'));
  return (
    <DescriptionList
      items={spans.map((span) => ({ term: t(`settings.${span}`), details: <bdi>{amount(value[span])}</bdi> }))}
    />
  );
}

/** An empty field is no limit. */
export function InstrumentLimitsFields({ hint, error, value, onChange }: KindFieldProps<Limits>) {
  const t = useText();
  return (
    <ManyFields hint={hint} error={error}>
      <div className={styles.fields}>
        {spans.map((span) => (
          <TextField
            key={span}
            label={t(`settings.${span}`)}
            value={value[span] ?? ''}
            placeholder={t('settings.no_limit')}
            dir="ltr"
            inputMode="decimal"
            onChange={({ target }) => onChange({ ...value, [span]: target.value.trim() || null })}
          />
        ))}
      </div>
    </ManyFields>
  );
}
