import { useText } from '#web/platform/i18n.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import type { useCallForm } from '#web/platform/use-call-form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface ProofFieldsProps {
  form: ReturnType<typeof useCallForm<{ current_password: string; code: string }>>;
  /** Where there is a second factor, a code of it is asked for too. */
  asksCode: boolean;
}

/** What it takes to change how one signs in. */
export function ProofFields({ form, asksCode }: ProofFieldsProps) {
  const t = useText();
  const user = useSignedIn();
  return (
    <>
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        {...form.field('current_password')}
        label={t('settings.current_password')}
        showLabel={t('common.show_password')}
        hideLabel={t('common.hide_password')}
        autoComplete="current-password"
        required
      />
      {asksCode && (
        <TextField
          {...form.field('code')}
          label={t('settings.code_or_recovery')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          maxLength={20}
          required
        />
      )}
    </>
  );
}
