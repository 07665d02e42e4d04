import { useState } from 'react';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import type { Setting } from '#contract/settings/endpoints.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { EmailServerDraft } from '../email/email-server-draft.ts';
import { EmailTest } from '../email/EmailTest.tsx';
import { nameKeyOf } from '../names.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProtectedChange } from './use-protected-change.ts';
import { ValueField } from '../ValueField.tsx';

interface GuardedChangeDialogProps {
  setting: Setting & { key: ProtectedKey };
  /** Whether it waits for another administrator then. */
  approverNeeded: boolean;
  currencies: readonly string[];
  onClose: () => void;
}

/** Changes what protects money, or proposes to, with a proof that it is oneself. */
export function ProtectedChangeDialog({ setting, approverNeeded, currencies, onClose }: GuardedChangeDialogProps) {
  const t = useText();
  const { key } = setting;
  const [value, setValue] = useState(setting.value);
  const { form, ways } = useProtectedChange(setting, value, onClose);
  const name = t(nameKeyOf(key));
  const days = approvalRequestDays;
  const change = (next: unknown) => {
    setValue(next);
    form.set('value', '');
  };
  return (
    <FormDialog
      wide
      title={t('settings.change_this', { name })}
      confirmText={t(approverNeeded ? 'settings.propose' : 'common.save')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <ValueField
        settingKey={key}
        value={value}
        label={name}
        hint={t(`${nameKeyOf(key)}_hint`)}
        error={form.field('value').error}
        currencies={currencies}
        onChange={change}
      />
      {key === 'email.server' && value !== null && <EmailTest server={value as EmailServerDraft} />}
      <TextField {...form.field('reason')} label={t('settings.reason')} maxLength={300} required />
      <p className={textStyles.soft}>{t(approverNeeded ? 'settings.two_needed' : 'settings.at_once', { days })}</p>
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
