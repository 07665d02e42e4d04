import { useRouter } from '@tanstack/react-router';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { startSession } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass, linksClass } from '../Entrance.tsx';
import { useWait } from '../use-wait.ts';

interface EmailedCodeFormProps {
  challenge: Challenged;
  remember: boolean;
  onStartAgain: () => void;
}

/** The server sends no second code earlier. */
const resendAfterS = 60;

const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** Asks for the emailed code, on a device or in a country that is new. */
export function EmailedCodeForm({ challenge, remember, onStartAgain }: EmailedCodeFormProps) {
  const t = useText();
  const router = useRouter();
  const wait = useWait(resendAfterS);
  const form = useCallForm({ code: '' });
  const signIn = form.submit(async ({ code }) => {
    await startSession('POST /api/login/second-factor', { body: { challenge: challenge.challenge, code } }, remember);
    await router.navigate({ href: takeIntendedPath() });
  });
  const resend = form.submit(async () => {
    await call('POST /api/login/code', { body: { challenge: challenge.challenge } });
    wait.restart();
  });
  return (
    <form className={fieldsClass} noValidate onSubmit={signIn}>
      <p role="status">{t('auth.email_code_text')}</p>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('code')}
        ref={focusOn}
        label={t('auth.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={7}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.login_submit')}
      </Button>
      <div className={linksClass}>
        <Button variant="quiet" size="small" disabled={wait.secondsLeft > 0} onClick={() => resend()}>
          {wait.secondsLeft > 0 ? t('auth.send_again_in', { seconds: wait.secondsLeft }) : t('auth.send_again')}
        </Button>
        <Button variant="quiet" size="small" onClick={onStartAgain}>
          {t('auth.start_again')}
        </Button>
      </div>
    </form>
  );
}
