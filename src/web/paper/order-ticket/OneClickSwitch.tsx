import { useText } from '#web/platform/i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import textStyles from '#web/ui/Text.module.css';
import { usePreferences } from '../preferences.ts';

/** Whether Sell and Buy place the order at once; kept for the person. */
export function OneClickSwitch() {
  const t = useText();
  const { preferences, prefer } = usePreferences();
  return (
    <div>
      <CheckboxField
        asSwitch
        label={t('terminal.one_click')}
        checked={preferences.one_click}
        onChange={(event) => prefer({ one_click: event.target.checked })}
      />
      <p className={textStyles.soft}>{t('terminal.one_click_hint')}</p>
    </div>
  );
}
