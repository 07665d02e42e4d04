import { transferOutcomes, type TransferOutcome } from '#contract/trading/transfer-names.ts';
import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshTransfers } from './transfer-queries.ts';
import { TransferFacts } from './TransferFacts.tsx';

/** Asks whether the platform has booked a transfer, and for the evidence; another person decides. */
export function ProposeOutcomeDialog({ transfer, onClose }: { transfer: StuckTransfer; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ outcome: '', note: '' });
  const propose = form.submit(async ({ outcome, note }) => {
    const body = { transfer_id: transfer.id, outcome: outcome as TransferOutcome, note };
    await sendOnce((idempotencyKey) => call('POST /api/staff/transfers/propose', { body }, { idempotencyKey }));
    onClose();
    await refreshTransfers();
    toast({ text: t('payments.outcome_proposed') });
  });
  return (
    <FormDialog
      title={t('payments.transfer_action_propose')}
      confirmText={t('payments.propose')}
      form={form}
      onSubmit={propose}
      onClose={onClose}
    >
      <TransferFacts transfer={transfer} />
      <SelectField
        {...form.field('outcome')}
        label={t('payments.outcome')}
        placeholder={t('payments.choose')}
        options={transferOutcomes.map((value) => ({ value, label: t(`payments.outcome_${value}`) }))}
        required
      />
      <TextAreaField {...form.field('note')} label={t('payments.outcome_note')} rows={3} maxLength={500} required />
    </FormDialog>
  );
}
