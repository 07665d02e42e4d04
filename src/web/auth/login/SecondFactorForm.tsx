import { useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { takeIntendedPath } from '#web/platform/navigation/guards.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { requestPasskey, passkeysWork, undefinedIfDismissed } from '#web/platform/session/passkey.ts';
import { startSession } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass, linksClass } from '../Entrance.tsx';

interface SecondFactorFormProps {
  challenge: Challenged;
  remember: boolean;
  /** A link took the place of the password. */
  byLink?: boolean;
  /** An emailed code is required as well. */
  onChallenge: (challenge: Challenged) => void;
  onStartAgain: () => void;
}

/** Each field is new, and gets the focus. */
const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** Asks for the code of the app, or for a recovery code, once the password or the link was right. */
export function SecondFactorForm({ challenge, remember, byLink, onChallenge, onStartAgain }: SecondFactorFormProps) {
  const t = useText();
  const router = useRouter();
  const [way, setWay] = useState<'totp' | 'recovery'>(challenge.methods.includes('totp') ? 'totp' : 'recovery');
  const hasPasskey = challenge.methods.includes('passkey') && passkeysWork();
  const form = useCallForm({ code: '' });
  const signIn = form.submit(async ({ code }) => {
    const body = { challenge: challenge.challenge, code };
    const next = await startSession('POST /api/login/second-factor', { body }, remember);
    if (next) onChallenge(next);
    else await router.navigate({ href: takeIntendedPath() });
  });
  const byPasskey = form.submit(async () => {
    const signed = await requestPasskey(challenge.challenge).catch(undefinedIfDismissed);
    if (!signed) return;
    await startSession('POST /api/login/passkey/verify', { body: signed }, remember);
    await router.navigate({ href: takeIntendedPath() });
  });
  const isApp = way === 'totp';
  const hasOther = challenge.methods.includes(isApp ? 'recovery' : 'totp');
  const turn = () => {
    form.reset();
    setWay(isApp ? 'recovery' : 'totp');
  };
  return (
    <form className={fieldsClass} noValidate onSubmit={signIn}>
      {hasPasskey && (
        <Button wide icon={<KeyRound {...icon} />} onClick={() => byPasskey()}>
          {t('auth.use_passkey')}
        </Button>
      )}
      <p role="status">{isApp ? t(byLink ? 'auth.code_text_link' : 'auth.code_text') : t('auth.recovery_text')}</p>
      <FormErrors messages={form.messages} />
      <TextField
        key={way}
        {...form.field('code')}
        ref={focusOn}
        label={t(isApp ? 'auth.code' : 'auth.recovery_code')}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={20}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {t('auth.login_submit')}
      </Button>
      <div className={linksClass}>
        {hasOther && (
          <Button variant="quiet" size="small" onClick={turn}>
            {t(isApp ? 'auth.use_recovery' : 'auth.use_app')}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onStartAgain}>
          {t('auth.start_again')}
        </Button>
      </div>
    </form>
  );
}
