import { X } from 'lucide-react';
import { useState } from 'react';
import type { Payment } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshMoney } from '../payment-queries.ts';

/** Takes a request back, after asking once. */
export function CancelButton({ payment }: { payment: Payment }) {
  const t = useText();
  const [confirming, setConfirming] = useState(false);
  const isDeposit = payment.kind === 'deposit';
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const cancel = form.submit(async () => {
    await sendOnce((idempotencyKey) =>
      call('POST /api/payments/cancel', { body: { payment_id: payment.id } }, { idempotencyKey }),
    );
    setConfirming(false);
    refreshMoney();
    toast({ text: t('payments.cancelled') });
  });
  return (
    <>
      <Button icon={<X {...icon} />} onClick={() => setConfirming(true)}>
        {t(isDeposit ? 'payments.cancel_deposit' : 'payments.cancel')}
      </Button>
      <Dialog
        open={confirming}
        title={t('payments.cancel_title', { number: payment.number })}
        closeLabel={t('common.m167_close')}
        loadingText={t('common.loading')}
        confirmText={t('payments.cancel_confirm')}
        busy={form.busy}
        onConfirm={() => cancel()}
        onClear={() => setConfirming(false)}
      >
        <p>{t(isDeposit ? 'payments.cancel_deposit_text' : 'payments.cancel_text')}</p>
        <FormErrors messages={form.messages} />
      </Dialog>
    </>
  );
}
