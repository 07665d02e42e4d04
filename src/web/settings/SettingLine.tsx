import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { firstSentence } from '#web/platform/i18n/first-sentence.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { SettingRow } from '#web/ui/rows/SettingRow.tsx';
import { SettingRequest } from './SettingRequest.tsx';
import { SettingValue } from './SettingValue.tsx';
import { nameKeyOf } from './names.ts';

interface SettingLineProps {
  setting: Setting;
  /** A change of it that waits for a second person. */
  approvalRequest: ApprovalRequestOf<'setting'> | undefined;
  mayChange: boolean;
  onChange: () => void;
}

/** One setting: what it is, its value, and the dialog that changes it. */
export function SettingLine({ setting, approvalRequest, mayChange, onChange }: SettingLineProps) {
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
      more={<Fixed setting={setting} />}
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

/** Why it cannot be changed here. */
function Fixed({ setting: { key, value, source } }: Pick<SettingLineProps, 'setting'>) {
  const t = useText();
  // A demo without a server of its own keeps its emails in the demo mailbox: that is not a choice of an administrator.
  if (key === 'email.server' && value === null && windowConfig.demo) return t('settings.from_demo');
  return source === 'environment' && t('settings.from_environment');
}
