import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshBankFiles } from './bank-file-queries.ts';

interface MakeFileDialogProps {
  currency: string;
  /** By the clock of the product. */
  today: string;
  onClose: () => void;
}

/** Makes a file with the approved withdrawals of one currency. */
export function MakeFileDialog({ currency, today, onClose }: MakeFileDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ pay_on: today, reason: '' });
  const send = form.submit(async (values) => {
    const body = { currency, ...values };
    const { number } = await sendOnce((idempotencyKey) =>
      call('POST /api/staff/payments/bank-files/make', { body }, { idempotencyKey }),
    ).finally(refreshBankFiles);
    toast({ text: t('payments.file_asked', { number }) });
    onClose();
  });
  const title = t('payments.file_make', { currency });
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <DateField {...form.field('pay_on')} label={t('payments.file_pay_on')} required />
      <TextField {...form.field('reason')} label={t('payments.file_reason')} maxLength={300} required />
    </FormDialog>
  );
}
