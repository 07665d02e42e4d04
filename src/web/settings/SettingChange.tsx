import type { SettingKey } from '#contract/settings/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Change } from '#web/ui/tables/Change.tsx';
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
    <Change
      names={[t('settings.was'), t('settings.became')]}
      was={<Side settingKey={settingKey} value={before} />}
      value={<Side settingKey={settingKey} value={after} proposed />}
    />
  );
}

type SideProps = Pick<SettingChangeProps, 'settingKey' | 'value'> & { proposed?: boolean };

function Side({ settingKey, value, proposed }: SideProps) {
  const t = useText();
  if (Array.isArray(value) && value.length === 0) return <p>{t('settings.none')}</p>;
  return <SettingValue settingKey={settingKey} value={value} whole proposed={proposed} />;
}
