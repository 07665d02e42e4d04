import { useText } from '#web/platform/i18n.tsx';
import type { useCallForm } from '#web/platform/use-call-form.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { CurrentPassword } from '../CurrentPassword.tsx';

interface ProofFieldsProps {
  form: ReturnType<typeof useCallForm<{ current_password: string; code: string }>>;
  /** Where there is a second factor, a code of it is asked for too. */
  asksCode: boolean;
}

/** What it takes to change how one signs in. */
export function ProofFields({ form, asksCode }: ProofFieldsProps) {
  const t = useText();
  return (
    <>
      <CurrentPassword field={form.field('current_password')} />
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
