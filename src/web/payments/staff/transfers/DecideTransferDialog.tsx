import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ProposedAction } from './ProposedAction.tsx';
import { refreshTransfers } from './transfer-queries.ts';
import { TransferFacts } from './TransferFacts.tsx';

const decisions = ['approve', 'reject'] as const;

/** Decides on a colleague's statement about the outcome of a transfer, after it has explained the effect. */
export function DecideTransferDialog({ transfer, onClose }: { transfer: StuckTransfer; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ decision: '', overrule: '' });
  const { approval_request: approvalRequest } = transfer;
  if (!approvalRequest) return null;
  const seen = { transfer_id: transfer.id, approval_request_id: approvalRequest.id };
  const decide = form.submit(async ({ decision, overrule }) => {
    const body = { ...seen, decision: decision as (typeof decisions)[number], ...(overrule && { overrule }) };
    await sendOnce((idempotencyKey) => call('POST /api/staff/transfers/decide', { body }, { idempotencyKey }));
    onClose();
    await refreshTransfers();
    toast({ text: t('payments.action_done') });
  });
  return (
    <FormDialog
      title={t('payments.transfer_action_decide')}
      confirmText={t('payments.transfer_action_decide')}
      form={form}
      onSubmit={decide}
      onClose={onClose}
    >
      <TransferFacts transfer={transfer} />
      <ProposedAction approvalRequest={approvalRequest} />
      <p>{t(`payments.outcome_${approvalRequest.outcome}_text`)}</p>
      <SelectField
        {...form.field('decision')}
        label={t('payments.decision')}
        placeholder={t('payments.choose')}
        options={decisions.map((value) => ({ value, label: t(`payments.action_${value}_adjustment`) }))}
        required
      />
      <OverruleField field={form.field('overrule')} />
    </FormDialog>
  );
}
