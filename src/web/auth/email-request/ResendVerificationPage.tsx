import { useState } from 'react';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { User } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { Entrance, fieldsClass } from '../Entrance.tsx';
import { EmailRequestForm } from './EmailRequestForm.tsx';
import { EmailSent } from './EmailSent.tsx';

const hours = tokenLifetimeMs.emailVerification / 3_600_000;

/** Sends the verification link again: to the own address, or to one that a guest enters. */
export function ResendVerificationPage() {
  const t = useText();
  const user = useUser();
  const home = user ? (
    <Link to="/home">{t('common.go_home')}</Link>
  ) : (
    <Link to="/login">{t('auth.back_to_login')}</Link>
  );
  return (
    <Entrance title={t('auth.resend_title')} intro={user ? undefined : t('auth.resend_intro')} links={home}>
      {user ? (
        <OwnAddress user={user} />
      ) : (
        <EmailRequestForm
          submitText={t('auth.send_link')}
          sentText={(email) => t('auth.resend_sent_to', { email, hours })}
          send={(email) => call('POST /api/email/resend', { body: { email } })}
        />
      )}
    </Entrance>
  );
}

function OwnAddress({ user: { email, email_verified } }: { user: User }) {
  const t = useText();
  const [isSent, setIsSent] = useState(false);
  const form = useCallForm({});
  const send = () => call('POST /api/email/resend', { body: {} });
  const request = form.submit(async () => {
    await send();
    setIsSent(true);
  });
  if (email_verified) {
    return (
      <Alert tone="positive">
        <p>{t('auth.already_verified', { email })}</p>
      </Alert>
    );
  }
  if (isSent) return <EmailSent text={t('auth.resend_sent', { email, hours })} again={send} />;
  return (
    <div className={fieldsClass}>
      <FormErrors messages={form.messages} />
      <p>{t('auth.resend_own', { email })}</p>
      <Button variant="primary" wide busy={form.busy} onClick={() => request()}>
        {t('auth.send_link')}
      </Button>
    </div>
  );
}
