import { useRouter } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { showItem } from './queue-queries.ts';

interface ReversalDialogProps {
  /** Of the ledger. */
  operationId: string;
  /** The number of the payment that it booked. */
  number: string;
  onClose: () => void;
}

/** Requests the reversal of an operation of the ledger, with a proof of identity; another person decides. */
export function ReversalDialog({ operationId, number, onClose }: ReversalDialogProps) {
  const t = useText();
  const router = useRouter();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ reason: '', note: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason, note }) => {
    const body = { operation_id: operationId, reason, note, ...proof };
    const item = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/payments/reverse', { body }, { idempotencyKey }),
    );
    onClose();
    showItem(item);
    await router.navigate({ href: pathIn(currentLanguage(), `/admin/money/${item.payment.id}`) });
  });
  return (
    <FormDialog
      title={t('payments.action_reverse')}
      confirmText={t('payments.propose')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>
        <RecordNumber value={number} />
      </p>
      <p>{t('payments.action_reverse_text')}</p>
      <ReasonField
        {...form.field('reason')}
        purpose="reversal"
        label={t('payments.reason')}
        hint={t('payments.reason_hint')}
      />
      <TextAreaField
        {...form.field('note')}
        label={t('payments.note')}
        hint={t('payments.note_hint')}
        rows={3}
        maxLength={500}
        required
      />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
