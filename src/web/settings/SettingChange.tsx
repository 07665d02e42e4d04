import type { SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from './Settings.module.css';
import { differing } from './differing.ts';
import { SettingValue } from './SettingValue.tsx';

interface SettingChangeProps {
  settingKey: SettingKey;
  was: unknown;
  value: unknown;
}

/** What a setting was, and what it becomes. Of a list only the rows stand here that differ. */
export function SettingChange({ settingKey, was, value }: SettingChangeProps) {
  const t = useText();
  const [before, after] = differing(was, value);
  return (
    <dl className={styles.change}>
      <dt>{t('settings.was')}</dt>
      <dd>
        <Side settingKey={settingKey} value={before} />
      </dd>
      <dt>{t('settings.became')}</dt>
      <dd>
        <Side settingKey={settingKey} value={after} proposed />
      </dd>
    </dl>
  );
}

type SideProps = Pick<SettingChangeProps, 'settingKey' | 'value'> & { proposed?: boolean };

function Side({ settingKey, value, proposed }: SideProps) {
  const t = useText();
  if (Array.isArray(value) && value.length === 0) return <p>{t('settings.none')}</p>;
  return <SettingValue settingKey={settingKey} value={value} whole proposed={proposed} />;
}
