import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useConfirmKey } from '#web/platform/keys/use-confirm-key.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { movementOf } from '../movement.ts';
import textStyles from '#web/ui/Text.module.css';
import { actionForms, type ShownAction } from './action-forms.ts';
import { showItem, type Item } from './queue-queries.ts';
import { LeftOutNote } from './LeftOutNote.tsx';
import { ReceivedNote } from './ReceivedNote.tsx';
import { SecondApproverNote } from './SecondApproverNote.tsx';

interface ActionDialogProps {
  action: ShownAction;
  item: Item;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the input of an action, says what it will do, and does it once. */
export function ActionDialog({ action, item, onClose, onDone }: ActionDialogProps) {
  const t = useText();
  const format = useFormat();
  const sendOnce = useIdempotentCall();
  useConfirmKey();
  const { payment } = item;
  const { send, purpose, fields, noteNeeded } = actionForms[action];
  const reasons = purpose?.(payment.kind);
  const form = useCallForm({
    reason: '',
    received: fields.includes('received') ? payment.amount : '',
    bank_reference: '',
    note: '',
    overrule: '',
  });
  const submit = form.submit(async ({ reason, received, bank_reference, note, overrule }) => {
    const input = {
      payment_id: payment.id,
      reason,
      received,
      bank_reference: bank_reference || undefined,
      note: note || undefined,
      overrule: overrule || undefined,
    };
    const response = await sendOnce((idempotencyKey) => send(input, { idempotencyKey }));
    onClose();
    showItem(response);
    toast({ text: t('payments.action_done') });
    onDone();
  });
  return (
    <FormDialog
      title={t(`payments.action_${action}`)}
      confirmText={t(`payments.action_${action}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {t('payments.action_on', {
          number: payment.number,
          name: payment.client.name,
          amount: format.symbol(movementOf(payment), payment.currency, { signed: true }),
        })}
      </p>
      {/* What the bank moves: of a withdrawal without its fee, of a deposit with it. */}
      {payment.kind !== 'adjustment' && payment.net !== payment.amount && (
        <DescriptionList
          items={[
            payment.kind === 'withdrawal'
              ? { term: t('payments.net_withdrawal'), details: format.money(payment.net, payment.currency) }
              : { term: t('payments.amount'), details: format.money(payment.amount, payment.currency) },
          ]}
        />
      )}
      <p className={textStyles.soft}>{t(`payments.action_${action}_text`)}</p>
      {action === 'send_payout' && <LeftOutNote item={item} />}
      {action === 'credit_deposit' && <ReceivedNote item={item} />}
      <SecondApproverNote item={item} action={action} />
      {reasons && (
        <ReasonField
          {...form.field('reason')}
          purpose={reasons}
          label={t('payments.reason')}
          hint={t('payments.reason_hint')}
        />
      )}
      {fields.includes('received') && (
        <TextField
          {...form.field('received')}
          label={t('payments.received_in', { currency: payment.currency })}
          hint={t('payments.received_hint')}
          inputMode="decimal"
          dir="ltr"
          maxLength={24}
          required
        />
      )}
      {fields.includes('bank_reference') && (
        <TextField {...form.field('bank_reference')} label={t('payments.bank_reference')} maxLength={80} />
      )}
      {fields.includes('note') && (
        <TextAreaField
          {...form.field('note')}
          label={t('payments.note')}
          hint={t('payments.note_hint')}
          rows={3}
          maxLength={500}
          required={noteNeeded}
        />
      )}
      <OverruleField field={form.field('overrule')} />
    </FormDialog>
  );
}
