import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { phoneCodeRule } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { showVerification } from './verification-query.ts';

/** Whether the phone number is confirmed, and otherwise how: by a code, or by a call of staff. */
export function PhoneState({ shown }: { shown: VerificationShown }) {
  const t = useText();
  if (shown.phone_confirmed) return <Alert tone="positive" title={t('verification.phone_confirmed')} />;
  if (!shown.phone_code.available) return <Alert tone="accent" title={t('verification.phone_waits')} />;
  return <PhoneCodeForm sent={shown.phone_code.sent} />;
}

function PhoneCodeForm({ sent }: { sent: VerificationShown['phone_code']['sent'] }) {
  const t = useText();
  const form = useCallForm({ code: '' });
  const confirm = form.submit(async ({ code }) => {
    showVerification(await call('POST /api/verification/phone-code/enter', { body: { code } }));
    toast({ text: t('verification.phone_confirmed') });
  });
  const request = useCallForm({});
  const send = request.submit(async () => {
    showVerification(await call('POST /api/verification/phone-code', { body: {} }));
    form.set('code', '');
  });
  const messages = [...form.messages, ...request.messages];
  if (!sent)
    return (
      <div className={flowStyles.stack}>
        <Alert tone="accent" title={t('verification.phone_by_code')} />
        <FormErrors messages={messages} />
        <div>
          <Button variant="primary" busy={request.busy} onClick={() => send()}>
            {t('verification.phone_code_send')}
          </Button>
        </div>
      </div>
    );
  return (
    <form className={flowStyles.stack} noValidate onSubmit={confirm}>
      <p role="status">{t(`verification.phone_code_${sent.delivery}`)}</p>
      <FormErrors messages={messages} />
      <TextField
        {...form.field('code')}
        label={t('verification.phone_code')}
        hint={<DateTime at={sent.expires_at} within="verification.phone_code_until" />}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={phoneCodeRule.length + 2}
        required
      />
      <div className={flowStyles.row}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('verification.action_confirm_phone')}
        </Button>
        <Button busy={request.busy} onClick={() => send()}>
          {t('verification.phone_code_again')}
        </Button>
      </div>
    </form>
  );
}
