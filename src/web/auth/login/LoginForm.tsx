import { useRouter } from '@tanstack/react-router';
import type { RefObject } from 'react';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { startSession } from '#web/platform/session/session.ts';
import type { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass } from '../Entrance.tsx';

interface LoginFormProps {
  form: ReturnType<typeof useCallForm<{ email: string; password: string; remember: boolean }>>;
  submit: RefObject<HTMLButtonElement | null>;
  /** The password is right, and a second factor is required. */
  onChallenge: (challenge: Challenged) => void;
}

/** Signs in, and goes on to the screen that the person had requested. */
export function LoginForm({ form, submit, onChallenge }: LoginFormProps) {
  const t = useText();
  const router = useRouter();
  const signIn = form.submit(async (body) => {
    const challenge = await startSession('POST /api/login', { body }, body.remember);
    if (challenge) onChallenge(challenge);
    else await router.navigate({ href: takeIntendedPath() });
  });
  return (
    <form className={fieldsClass} noValidate onSubmit={signIn}>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="username webauthn"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <PasswordField
        {...form.field('password')}
        label={t('auth.password')}
        showLabel={t('common.show_password')}
        hideLabel={t('common.hide_password')}
        autoComplete="current-password"
        required
      />
      <CheckboxField {...form.tick('remember')} label={t('auth.remember')} />
      <Button ref={submit} type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.login_submit')}
      </Button>
    </form>
  );
}
