import { withdrawalCodeLength } from '#contract/payments/names.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { refreshMoney } from '../payment-queries.ts';

/** Asks for the emailed code: a withdrawal leaves only with it. */
export function CodeCard({ info: { payment, code_expires_at: expiresAt } }: { info: PaymentInfo }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ code: '' });
  const confirm = form.submit(async ({ code }) => {
    const body = { payment_id: payment.id, code };
    await sendOnce((idempotencyKey) => call('POST /api/payments/confirm', { body }, { idempotencyKey }));
    refreshMoney();
    toast({ text: t('payments.confirmed') });
  });
  const again = useCallForm({});
  const send = again.submit(async () => {
    await call('POST /api/payments/send-code', { body: { payment_id: payment.id } });
    form.reset();
    refreshMoney();
    toast({ text: t('payments.code_sent') });
  });
  return (
    <Card title={t('payments.confirm_title')}>
      <form className={flowStyles.stack} noValidate onSubmit={confirm}>
        <p>{t('payments.confirm_text')}</p>
        <FormErrors messages={[...form.messages, ...again.messages]} />
        <TextField
          {...form.field('code')}
          label={t('payments.code')}
          hint={expiresAt && <DateTime at={expiresAt} within="payments.code_until" />}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={withdrawalCodeLength + 2}
          required
        />
        <div className={flowStyles.row}>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('payments.confirm')}
          </Button>
          <Button busy={again.busy} onClick={() => send()}>
            {t('payments.send_code')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
