import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { storeEmailPassword } from './store-email-password.ts';
import { withStoredPassword, type EmailServerDraft } from './email-server-draft.ts';

/** Tests an email server before it is saved, by an email to the person on this screen. */
export function EmailTest({ server }: { server: EmailServerDraft }) {
  const t = useText();
  const { email } = useSignedIn();
  const form = useCallForm({});
  const send = form.submit(async () => {
    const tried = await withStoredPassword(server, storeEmailPassword);
    if (tried) await call('POST /api/staff/settings/email/test', { body: { server: tried } });
  });
  return (
    <div role="group" aria-label={t('settings.email_test')}>
      <FormErrors messages={form.messages} />
      {form.successful && (
        <Alert tone="positive" role="status">
          <p>{t('settings.email_test_sent', { email })}</p>
        </Alert>
      )}
      <Button size="small" busy={form.busy} onClick={() => send()}>
        {t('settings.email_test')}
      </Button>
    </div>
  );
}
