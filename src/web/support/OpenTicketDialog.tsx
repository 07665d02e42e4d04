import { useId } from 'react';
import { textLengthFallback } from '#contract/constants.ts';
import type { Ticket } from '#contract/support.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './OpenTicketDialog.module.css';
import { useOpenTicket } from './use-open-ticket.ts';

const categories = [
  'account',
  'payments',
  'trading',
  'ipo',
  'verification',
  'other',
] as const satisfies Ticket['category'][];

/** Asks support something; once it is sent, the ticket's own screen opens. */
export function OpenTicketDialog({ open: isOpen, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const formId = useId();
  const { form, open, begin } = useOpenTicket(onClose);
  const { min, max } = textLengthFallback;
  const written = form.values.text.trim().length;
  const close = () => {
    begin();
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      title={t('tickets.open_ticket')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('tickets.send')}
      confirmForm={formId}
      busy={form.busy}
      onClear={close}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={open}>
        <FormErrors messages={form.messages} />
        <SelectField
          {...form.field('category')}
          label={t('tickets.category')}
          placeholder={t('tickets.choose_category')}
          options={categories.map((value) => ({ value, label: t(`tickets.category_${value}`) }))}
          required
        />
        <TextField {...form.field('subject')} label={t('tickets.subject')} maxLength={120} required />
        <TextAreaField
          {...form.field('text')}
          label={t('tickets.text')}
          hint={t('tickets.text_hint', { min, max })}
          count={t('tickets.text_count', { written: format.number(written), max: format.number(max) })}
          rows={7}
          required
        />
      </form>
    </Dialog>
  );
}
