import { useRef, type SubmitEvent } from 'react';
import type { SettingKey } from '#contract/settings/names.ts';
import type { SetupField } from '#contract/settings/setup-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { BrandPreview } from '../BrandPreview.tsx';
import { nameKeyOf } from '../names.ts';
import { SettingValue } from '../SettingValue.tsx';
import { ValueField } from '../ValueField.tsx';
import type { Draft, StepProps } from './draft.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Setup.module.css';
import { StepActions } from './StepActions.tsx';
import { useStepCheck } from './use-step-check.ts';

type Fields = Partial<Record<SetupField, SettingKey>>;

/** Some of the operator's settings, in the fields in which an administrator changes them later. */
export function SettingsStep({ token, setup, draft, change, onBack, onNext, fields }: StepProps & { fields: Fields }) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { problems, busy, submit, clear } = useStepCheck({ token, form, onRight: onNext });
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const names = Object.keys(fields) as SetupField[];
    void submit(() => Object.fromEntries(names.map((field) => [field, draft.settings[field]])));
  };
  const put = (field: string, value: unknown) => {
    clear(field);
    change({ settings: { ...draft.settings, [field]: value } });
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={check}>
      <FormErrors messages={problems.messages} />
      {(Object.entries(fields) as [SetupField, SettingKey][]).map(([field, key]) =>
        setup.given.includes(field) ? (
          <div key={field} className={styles.given}>
            <b>{t(nameKeyOf(key))}</b>
            <SettingValue settingKey={key} value={draft.settings[field]} />
            <p className={textStyles.soft}>{t('settings.from_environment')}</p>
          </div>
        ) : (
          <ValueField
            key={field}
            settingKey={key}
            value={draft.settings[field]}
            label={t(nameKeyOf(key))}
            hint={t(`${nameKeyOf(key)}_hint`)}
            error={problems.fields[field]}
            currencies={setup.currencies}
            addPicture={(picture) => call('POST /api/setup/picture', { body: { token, picture } })}
            onChange={(value) => put(field, value)}
          />
        ),
      )}
      {'brand_color' in fields && <BrandPreview brand={shownOf(draft)} />}
      <StepActions onBack={onBack}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('common.m154_out_nextstep_button')}
        </Button>
      </StepActions>
    </form>
  );
}

const shownOf = ({ settings }: Draft) => ({
  name: settings.brand_name,
  color: settings.brand_color,
  logo_light: settings.brand_logo_light,
  logo_dark: settings.brand_logo_dark,
});
