import { useText } from '#web/platform/i18n.tsx';
import type { useCallForm } from '#web/platform/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CurrentPassword } from '../CurrentPassword.tsx';

type Field = ReturnType<ReturnType<typeof useCallForm<{ current_password: string; code: string }>>['field']>;

interface ProofFieldsProps {
  form: { field: (name: 'current_password' | 'code') => Field };
  /** Where there is a second factor, a code of it is asked for too. */
  asksCode: boolean;
  /** Proves it by a passkey instead; undefined where there is none. */
  onPasskey: (() => void) | undefined;
}

/** What it takes to change how one signs in. */
export function ProofFields({ form, asksCode, onPasskey }: ProofFieldsProps) {
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
      {onPasskey && (
        <Button variant="quiet" size="small" onClick={onPasskey}>
          {t('settings.prove_by_passkey')}
        </Button>
      )}
    </>
  );
}
