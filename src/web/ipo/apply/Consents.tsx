import type { ComponentProps } from 'react';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import { Rich, useText } from '#web/platform/i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../Stack.module.css';

type Tick = Pick<ComponentProps<typeof CheckboxField>, 'name' | 'checked' | 'error' | 'onChange'>;

interface ConsentsProps {
  form: { tick: (name: 'unrestricted' | 'disclosure_version' | 'prospectus_version') => Tick };
  disclosureVersion: number;
  /** The latest; undefined where there is none. */
  prospectus: OfferingInfo['prospectus'][number] | undefined;
}

/** What a client declares and agrees to, each by its version, so that it can be shown later what they saw. */
export function Consents({ form, disclosureVersion, prospectus }: ConsentsProps) {
  const t = useText();
  return (
    <fieldset className={flowStyles.stack}>
      <legend className={styles.legend}>{t('ipo.consents')}</legend>
      <CheckboxField {...form.tick('unrestricted')} label={t('ipo.consent_unrestricted')} />
      <CheckboxField
        {...form.tick('disclosure_version')}
        label={t('ipo.consent_risks', { version: disclosureVersion })}
      />
      {prospectus && (
        <CheckboxField
          {...form.tick('prospectus_version')}
          label={
            <Rich
              id="ipo.consent_prospectus"
              values={{ version: prospectus.version }}
              parts={[
                <a key="link" href={prospectus.url} target="_blank" rel="noreferrer">
                  {t('ipo.prospectus')}
                </a>,
              ]}
            />
          }
        />
      )}
    </fieldset>
  );
}
