import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Settings.module.css';
import { ManyFields } from '../ManyFields.tsx';

type Limits = SettingValues['payments.limits'];
type PaymentLimit = Limits[number]['deposit'];

interface LimitsFieldsProps {
  hint: string;
  error: string | undefined;
  value: Limits;
  onChange: (value: Limits) => void;
}

const ways = ['deposit', 'withdrawal'] as const;
const spans = ['per_operation', 'per_day', 'per_month'] as const;

/** What each level may pay in and out. An empty field is no limit. */
export function LimitsFields({ hint, error, value, onChange }: LimitsFieldsProps) {
  const t = useText();
  const put = (level: number, way: (typeof ways)[number], limits: PaymentLimit) =>
    onChange(value.map((each) => (each.level === level ? { ...each, [way]: limits } : each)));
  return (
    <ManyFields hint={hint} error={error}>
      {value.flatMap((each) =>
        ways.map((way) => (
          <fieldset key={`${each.level} ${way}`} className={styles.group}>
            <legend>{t(`settings.${way}_at_level`, { level: each.level })}</legend>
            <CheckboxField
              label={t('settings.allowed')}
              checked={each[way].allowed}
              onChange={({ target }) => put(each.level, way, { ...each[way], allowed: target.checked })}
            />
            {each[way].allowed && (
              <div className={styles.fields}>
                {spans.map((span) => (
                  <TextField
                    key={span}
                    label={t(`settings.${span}`)}
                    value={each[way][span] ?? ''}
                    placeholder={t('settings.no_limit')}
                    dir="ltr"
                    inputMode="decimal"
                    onChange={({ target }) =>
                      put(each.level, way, { ...each[way], [span]: target.value.trim() || null })
                    }
                  />
                ))}
              </div>
            )}
          </fieldset>
        )),
      )}
    </ManyFields>
  );
}
