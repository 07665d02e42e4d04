import { useState } from 'react';
import type { StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import textStyles from '#web/ui/Text.module.css';
import { ClientField } from './ClientField.tsx';
import { DepositField } from './DepositField.tsx';
import { refreshRuns } from '../reconciliation-queries.ts';

interface CreditLineDialogProps {
  line: StatementLineInfo;
  /** Whether it may be the transfer of a client who announced none. */
  takesClients: boolean;
  onClose: () => void;
}

/** Credits what a line says has arrived to a deposit that a person chooses, or to a client who announced none. */
export function CreditLineDialog({ line, takesClients, onClose }: CreditLineDialogProps) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  const [to, setTo] = useState<'deposit' | 'client'>(line.client && !line.payment ? 'client' : 'deposit');
  // Where only the amount fits, a person chooses: the deposit may be another client’s.
  const named = line.doubt === 'no_reference' ? undefined : line.payment?.id;
  const form = useCallForm({ payment_id: named ?? '', client_id: line.client?.id ?? '' });
  const credit = form.submit(async ({ payment_id, client_id }) => {
    const whose = to === 'deposit' ? { payment_id } : { client_id };
    const { result } = await sendOnce((idempotencyKey) =>
      call(
        'POST /api/staff/reconciliation/statements/credit',
        { body: { line_id: line.id, ...whose } },
        { idempotencyKey },
      ),
    );
    onClose();
    await refreshRuns();
    toast({ text: t(result === 'waiting' ? 'reconciliation.line_waiting' : 'reconciliation.line_credited') });
  });
  return (
    <FormDialog
      title={t('reconciliation.credit_amount', {
        amount: format.money(line.amount, line.currency, { exact: true }),
      })}
      confirmText={t('reconciliation.credit_line')}
      form={form}
      onSubmit={credit}
      onClose={onClose}
    >
      <p className={textStyles.soft}>
        <bdi>{[line.name, line.reference].filter(Boolean).join(' · ')}</bdi>
      </p>
      {takesClients && (
        <SegmentedControl
          label={t('reconciliation.credit_to')}
          options={(['deposit', 'client'] as const).map((value) => ({
            value,
            label: t(`reconciliation.credit_to_${value}`),
          }))}
          value={to}
          onChange={setTo}
        />
      )}
      {to === 'deposit' ? (
        <DepositField line={line} {...form.field('payment_id')} onChoose={(id) => form.set('payment_id', id)} />
      ) : (
        <ClientField first={line.client} {...form.field('client_id')} onChoose={(id) => form.set('client_id', id)} />
      )}
    </FormDialog>
  );
}
