import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { CurrentPassword } from '../CurrentPassword.tsx';
import { factorQuery } from './factor-query.ts';

type Field = ReturnType<ReturnType<typeof useCallForm<{ current_password: string; code: string }>>['field']>;

interface ProofFieldsProps {
  form: { field: (name: 'current_password' | 'code') => Field };
  /** Proves it by a passkey instead; undefined without one. */
  onPasskey: (() => void) | undefined;
}

/** What it takes to prove that it is oneself; where there is a second factor, a code of it too. */
export function ProofFields({ form, onPasskey }: ProofFieldsProps) {
  const t = useText();
  const needsCode = useQuery(factorQuery).data?.on ?? false;
  return (
    <>
      <CurrentPassword field={form.field('current_password')} />
      {needsCode && (
        <TextField
          {...form.field('code')}
          label={t('profile.code_or_recovery')}
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
          {t('profile.prove_by_passkey')}
        </Button>
      )}
    </>
  );
}
