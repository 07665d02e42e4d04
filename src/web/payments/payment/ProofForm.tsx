import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { UploadField } from '#web/platform/files/UploadField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useUploads } from '#web/platform/files/use-uploads.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { refreshMoney } from '../payment-queries.ts';

/** Says that the money was sent, with files that prove it or without; later ones may follow until it is decided. */
export function ProofForm({ info: { payment, proofs, proofs_left } }: { info: PaymentInfo }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({});
  const uploads = useUploads('payment_proof', proofs_left);
  const isReported = payment.state !== 'awaiting_payment';
  const send = form.submit(async () => {
    const files = uploads.ids;
    const body = { payment_id: payment.id };
    await sendOnce((idempotencyKey) =>
      files.length > 0
        ? call('POST /api/payments/upload-proof', { body: { ...body, files } }, { idempotencyKey })
        : call('POST /api/payments/mark-as-paid', { body }, { idempotencyKey }),
    );
    uploads.clear();
    refreshMoney();
  });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={send}>
      {proofs_left > 0 && (
        <UploadField
          uploads={uploads}
          label={t('payments.proof')}
          hint={proofs.length > 0 ? t('payments.proof_sent', { count: proofs.length }) : t('payments.proof_hint')}
        />
      )}
      <FormErrors messages={form.messages} />
      {(!isReported || uploads.busy || uploads.ids.length > 0) && (
        <div>
          <Button type="submit" variant="primary" busy={form.busy || uploads.busy}>
            {t(isReported ? 'payments.proof_send' : 'payments.i_paid')}
          </Button>
        </div>
      )}
    </form>
  );
}
