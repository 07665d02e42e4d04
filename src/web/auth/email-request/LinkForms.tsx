import { useState } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useUser } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass } from '../Entrance.tsx';
import { EmailSent } from './EmailSent.tsx';

const minutes = tokenLifetimeMs.passwordReset / 60_000;
const hours = tokenLifetimeMs.emailVerification / 3_600_000;

/** Has a link sent by which one chooses a new password. */
export function ResetForm() {
  const t = useText();
  return (
    <EmailRequestForm
      submitText={t('auth.send_link')}
      sentText={(email) => t('auth.reset_sent', { email, minutes })}
      send={(email) => call('POST /api/password/email', { body: { email } })}
    />
  );
}

/** Has a link sent that confirms an address. */
export function ResendForm() {
  const t = useText();
  const user = useUser();
  if (user) return <OwnAddress user={user} />;
  return (
    <EmailRequestForm
      submitText={t('auth.send_link')}
      sentText={(email) => t('auth.resend_sent_to', { email, hours })}
      send={(email) => call('POST /api/email/resend', { body: { email } })}
    />
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

interface EmailRequestFormProps {
  submitText: string;
  /** The sentence is the same whether or not the address is known. */
  sentText: (email: string) => string;
  send: (email: string) => Promise<unknown>;
}

/** Asks for an address and sends a link to it. */
function EmailRequestForm({ submitText, sentText, send }: EmailRequestFormProps) {
  const t = useText();
  const [sentTo, setSentTo] = useState<string>();
  const form = useCallForm({ email: '' });
  const request = form.submit(async ({ email }) => {
    await send(email);
    setSentTo(email.trim());
  });
  if (sentTo !== undefined) return <EmailSent text={sentText(sentTo)} again={() => send(sentTo)} />;
  return (
    <form className={fieldsClass} noValidate onSubmit={request}>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {submitText}
      </Button>
    </form>
  );
}
