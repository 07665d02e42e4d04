import { unmetPasswordRequirements } from '#contract/auth/password.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { PasswordRequirements } from './PasswordRequirements.tsx';

/** What `form.field('…')` gives. */
type FieldState = Pick<Parameters<typeof PasswordField>[0], 'name' | 'value' | 'error' | 'onChange'> & {
  value: string;
};

interface NewPasswordFieldsProps {
  label: string;
  password: FieldState;
  confirmation: FieldState;
  /** What the password must not be made of, besides the application's name: names, email. */
  personal: readonly string[];
}

/** A new password and the same once more, with what it must satisfy ticked off while it is typed. */
export function NewPasswordFields({ label, password, confirmation, personal }: NewPasswordFieldsProps) {
  const t = useText();
  const unmet = unmetPasswordRequirements(password.value, [...personal, windowConfig.appName]);
  const shared = {
    showLabel: t('common.show_password'),
    hideLabel: t('common.hide_password'),
    autoComplete: 'new-password',
    required: true,
  };
  return (
    <>
      <PasswordField {...password} {...shared} label={label} hint={<PasswordRequirements unmet={unmet} />} />
      <PasswordField {...confirmation} {...shared} label={t('common.password_again')} />
    </>
  );
}
