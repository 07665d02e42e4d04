import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { methodsQuery, refreshDestinations } from '../payment-queries.ts';

/** Saves where money may be sent; an emailed link confirms it. */
export function AddDestinationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const methods = useQuery({ ...methodsQuery, enabled: open }).data?.withdrawal ?? [];
  const form = useCallForm({ method: 'bank_transfer', label: '', account: '', bank: '' });
  const isBank = form.values.method === 'bank_transfer';
  const close = () => {
    form.reset();
    onClose();
  };
  const add = form.submit(async ({ method, label, account, bank }) => {
    const body = { method: method as PaymentMethod, label, account, ...(bank && { bank }) };
    await sendOnce((idempotencyKey) => call('POST /api/payments/destinations/add', { body }, { idempotencyKey }));
    close();
    await refreshDestinations();
    toast({ text: t('payments.link_sent') });
  });
  return (
    <FormDialog
      open={open}
      title={t('payments.add_destination')}
      confirmText={t('payments.save_destination')}
      form={form}
      onSubmit={add}
      onClose={close}
    >
      <p>{t('payments.destination_explained')}</p>
      <SelectField
        {...form.field('method')}
        label={t('payments.method')}
        options={methods.map(({ method, name }) => ({ value: method, label: name }))}
        required
      />
      <TextField
        {...form.field('account')}
        label={t(isBank ? 'payments.iban' : 'payments.card')}
        autoComplete="off"
        dir="ltr"
        maxLength={42}
        required
      />
      {isBank && <TextField {...form.field('bank')} label={t('payments.bank')} maxLength={80} />}
      <TextField
        {...form.field('label')}
        label={t('payments.label')}
        hint={t('payments.label_hint')}
        maxLength={40}
        required
      />
    </FormDialog>
  );
}
