import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { keepMailPassword } from './store-email-password.ts';
import { withKeptPassword, type MailDraft } from './email-server-draft.ts';

/** Tries a mail server before it is kept, by a mail to whoever is at it. */
export function MailTest({ server }: { server: MailDraft }) {
  const t = useText();
  const { email } = useSignedIn();
  const form = useCallForm({});
  const send = form.submit(async () => {
    const tried = await withKeptPassword(server, keepMailPassword);
    if (tried) await call('POST /api/staff/settings/mail/test', { body: { server: tried } });
  });
  return (
    <div role="group" aria-label={t('house.mail_test')}>
      <FormErrors messages={form.messages} />
      {form.successful && (
        <Alert tone="positive" role="status">
          <p>{t('house.mail_test_sent', { email })}</p>
        </Alert>
      )}
      <Button size="small" busy={form.busy} onClick={() => send()}>
        {t('house.mail_test')}
      </Button>
    </div>
  );
}
