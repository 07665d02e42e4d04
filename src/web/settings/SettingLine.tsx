import { History } from 'lucide-react';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Settings.module.css';
import { SettingRequest } from './SettingRequest.tsx';
import { SettingValue } from './SettingValue.tsx';
import { nameKeyOf } from './names.ts';

interface SettingLineProps {
  setting: Setting;
  /** A change of it that waits for a second person. */
  approvalRequest: ApprovalRequestOf<'setting'> | undefined;
  mayChange: boolean;
  onChange: () => void;
  onHistory: () => void;
}

/** One setting: its description, its value, and the actions on it. */
export function SettingLine({ setting, approvalRequest, mayChange, onChange, onHistory }: SettingLineProps) {
  const t = useText();
  const { key, value, source, version } = setting;
  const name = t(nameKeyOf(key));
  return (
    <li className={styles.setting}>
      <div className={styles.about}>
        <h3>{name}</h3>
        <p className={textStyles.soft}>{t(`${nameKeyOf(key)}_hint`)}</p>
      </div>
      <div className={styles.holds}>
        <SettingValue settingKey={key} value={value} />
        <Origin setting={setting} />
        {approvalRequest && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <SettingRequest approvalRequest={approvalRequest} />
          </ApprovalRequestNote>
        )}
      </div>
      <div className={styles.acts}>
        {version > 0 && (
          <IconButton label={t('settings.history_of', { name })} onClick={onHistory}>
            <History {...icon} />
          </IconButton>
        )}
        {mayChange && source !== 'environment' && !approvalRequest && (
          <Button size="small" onClick={onChange} aria-label={t('settings.change_this', { name })}>
            {t('settings.change')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Where a value comes from; nothing about one that is the default. */
function Origin({ setting: { key, value, source, changed_by, changed_at } }: { setting: Setting }) {
  const t = useText();
  // A demo without a server of its own keeps its emails in the demo mailbox: that is not a choice of an administrator.
  const isOfDemo = key === 'email.server' && value === null && windowConfig.demo;
  if (isOfDemo || source === 'environment') {
    return <p className={textStyles.soft}>{t(isOfDemo ? 'settings.from_demo' : 'settings.from_environment')}</p>;
  }
  if (source === 'default' || !changed_at) return null;
  return (
    <p className={textStyles.soft}>
      <bdi>{changed_by ?? t('settings.by_setup')}</bdi> · <DateTime at={changed_at} />
    </p>
  );
}
