import type { BankFile } from '#contract/payments/bank-files.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshBankFiles } from './bank-file-queries.ts';

/** What staff say of lines that the bank says nothing about or has rejected. */
export type FileAct = 'confirm' | 'give_up';

interface FileActDialogProps {
  act: FileAct;
  file: BankFile;
  onClose: () => void;
}

export function FileActDialog({ act, file: { id, number }, onClose }: FileActDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ reason: '' });
  const isGivenUp = act === 'give_up';
  const send = form.submit(async ({ reason }) => {
    await sendOnce((idempotencyKey) =>
      isGivenUp
        ? call('POST /api/staff/payments/bank-files/give-up', { body: { file_id: id, reason } }, { idempotencyKey })
        : call('POST /api/staff/payments/bank-files/confirm', { body: { file_id: id } }, { idempotencyKey }),
    ).finally(refreshBankFiles);
    toast({ text: t(isGivenUp ? 'payments.file_asked' : 'payments.file_confirmed', { number }) });
    onClose();
  });
  const title = t(`payments.file_${act}`, { number });
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <p>{t(`payments.file_${act}_text`)}</p>
      {isGivenUp && <TextField {...form.field('reason')} label={t('payments.file_reason')} maxLength={300} required />}
    </FormDialog>
  );
}
