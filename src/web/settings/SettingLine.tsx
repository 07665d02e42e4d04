import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { firstSentence } from '#web/platform/i18n/first-sentence.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { SettingRow } from '#web/ui/rows/SettingRow.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
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

/** One setting: what it is, its value, and the dialog that changes it. */
export function SettingLine({ setting, approvalRequest, mayChange, onChange, onHistory }: SettingLineProps) {
  const t = useText();
  const language = useLanguage();
  const { key, value, source } = setting;
  const name = t(nameKeyOf(key));
  const hint = t(`${nameKeyOf(key)}_hint`);
  const opens = mayChange && source !== 'environment' && !approvalRequest;
  return (
    <SettingRow
      name={name}
      // Without the dialog all of it is said here.
      help={opens ? firstSentence(hint, language) : hint}
      value={<SettingValue settingKey={key} value={value} />}
      more={<Origin setting={setting} name={name} onHistory={onHistory} />}
      note={
        approvalRequest && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <SettingRequest approvalRequest={approvalRequest} />
          </ApprovalRequestNote>
        )
      }
      open={opens ? { label: t('settings.change_this', { name }), onClick: onChange } : undefined}
    />
  );
}

type OriginProps = Pick<SettingLineProps, 'setting' | 'onHistory'> & { name: string };

/** Where a value comes from, which opens its history; nothing about one that was never changed. */
function Origin({ setting: { key, value, source, version, changed_by, changed_at }, name, onHistory }: OriginProps) {
  const t = useText();
  // A demo without a server of its own keeps its emails in the demo mailbox: that is not a choice of an administrator.
  const isOfDemo = key === 'email.server' && value === null && windowConfig.demo;
  const origin =
    isOfDemo || source === 'environment'
      ? t(isOfDemo ? 'settings.from_demo' : 'settings.from_environment')
      : changed_at && (
          <>
            <bdi>{changed_by ?? t('settings.by_setup')}</bdi> · <DateTime at={changed_at} />
          </>
        );
  if (version === 0) return origin;
  return (
    <button type="button" className={styles.origin} onClick={onHistory}>
      {origin}
      <VisuallyHidden> {t('settings.history_of', { name })}</VisuallyHidden>
    </button>
  );
}
