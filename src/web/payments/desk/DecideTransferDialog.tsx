import { useId } from 'react';
import type { StuckTransfer } from '#contract/transfers-desk.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../PaymentForms.module.css';
import { Proposal } from './Proposal.tsx';
import { refreshTransfers } from './transfer-queries.ts';
import { TransferFacts } from './TransferFacts.tsx';

const decisions = ['approve', 'reject'] as const;

/** Decides on what a colleague says became of a transfer, having said what will happen. */
export function DecideTransferDialog({ transfer, onClose }: { transfer: StuckTransfer; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const once = useIntent();
  const form = useCallForm({ decision: '' });
  const { proposal } = transfer;
  const decide = form.submit(async ({ decision }) => {
    const body = { transfer_id: transfer.id, decision: decision as (typeof decisions)[number] };
    await once((idempotencyKey) => call('POST /api/staff/transfers/decide', { body }, { idempotencyKey }));
    onClose();
    await refreshTransfers();
    toast({ text: t('payments.act_done') });
  });
  if (!proposal) return null;
  return (
    <FormDialog
      title={t('payments.transfer_act_decide')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('payments.transfer_act_decide')}
      form={form}
      onSubmit={decide}
      onClose={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={decide}>
        <TransferFacts transfer={transfer} />
        <Proposal proposal={proposal} />
        <p>{t(`payments.outcome_${proposal.outcome}_text`)}</p>
        <FormErrors messages={form.messages} />
        <SelectField
          {...form.field('decision')}
          label={t('payments.decision')}
          placeholder={t('payments.choose')}
          options={decisions.map((value) => ({ value, label: t(`payments.act_${value}_adjustment`) }))}
          required
        />
      </form>
    </Dialog>
  );
}
