import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PaymentMethod } from '#contract/payment-names.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './PaymentForms.module.css';
import { destinationsQuery, methodsQuery } from './payment-queries.ts';

/** Saves where money may be sent; a mailed link confirms it. */
export function AddDestinationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const formId = useId();
  const once = useIntent();
  const methods = useQuery({ ...methodsQuery, enabled: open }).data?.withdrawal ?? [];
  const form = useCallForm({ method: 'bank_transfer', label: '', account: '', bank: '' });
  const isBank = form.values.method === 'bank_transfer';
  const close = () => {
    form.reset();
    onClose();
  };
  const add = form.submit(async ({ method, label, account, bank }) => {
    const body = { method: method as PaymentMethod, label, account, ...(bank && { bank }) };
    await once((idempotencyKey) => call('POST /api/payments/destinations/add', { body }, { idempotencyKey }));
    close();
    await queries.invalidateQueries({ queryKey: destinationsQuery.queryKey });
    toast({ text: t('payments.link_sent') });
  });
  return (
    <FormDialog
      open={open}
      title={t('payments.add_destination')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('payments.save_destination')}
      form={form}
      onSubmit={add}
      onClose={close}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={add}>
        <p>{t('payments.destination_explained')}</p>
        <FormErrors messages={form.messages} />
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
      </form>
    </Dialog>
  );
}
