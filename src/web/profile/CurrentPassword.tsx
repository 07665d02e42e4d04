import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { PasswordField, type PasswordFieldProps } from '#web/ui/forms/PasswordField.tsx';

/** The password of the signed-in person, required before something changes; `field` is that of the form. */
export function CurrentPassword({ field }: { field: Omit<PasswordFieldProps, 'label' | 'showLabel' | 'hideLabel'> }) {
  const t = useText();
  const user = useSignedIn();
  return (
    <>
      {/* Shows a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        {...field}
        label={t('profile.current_password')}
        showLabel={t('common.show_password')}
        hideLabel={t('common.hide_password')}
        autoComplete="current-password"
        required
      />
    </>
  );
}
