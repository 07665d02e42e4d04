import { textLengthFallback } from '#contract/kernel/constants.ts';
import { ticketCategories } from '#contract/support/names.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { UploadField } from '#web/platform/files/UploadField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from './OpenTicketDialog.module.css';
import { SupportState } from '../SupportState.tsx';
import { useOpenTicket, type TicketStart } from './use-open-ticket.ts';

interface OpenTicketDialogProps extends TicketStart {
  open: boolean;
  onClose: () => void;
  onOpened?: () => void;
}

/** Asks support something, about an object where one is named; once it is sent, the ticket's own screen opens. */
export function OpenTicketDialog({ open: isOpen, onClose, onOpened, ...start }: OpenTicketDialogProps) {
  const t = useText();
  const {
    form,
    uploads,
    open,
    start: startNow,
  } = useOpenTicket(start, () => {
    onClose();
    onOpened?.();
  });
  const { min, max } = textLengthFallback;
  const written = form.values.text.trim().length;
  const close = () => {
    startNow();
    onClose();
  };
  return (
    <FormDialog
      open={isOpen}
      title={t('tickets.open_ticket')}
      confirmText={t('tickets.send')}
      form={{ ...form, busy: form.busy || uploads.busy }}
      onSubmit={open}
      // A picture of the screen is soonest pasted, wherever the focus is.
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        uploads.add(event.clipboardData.files);
      }}
      onClose={close}
    >
      {start.about && (
        <p className={styles.about}>
          <bdi>{t('tickets.about', { label: start.about.name })}</bdi>
        </p>
      )}
      <SelectField
        {...form.field('category')}
        label={t('tickets.category')}
        placeholder={t('tickets.choose_category')}
        options={ticketCategories.map((value) => ({ value, label: t(`tickets.category_${value}`) }))}
        required
      />
      <TextField {...form.field('subject')} label={t('tickets.subject')} maxLength={120} required />
      <TextAreaField
        {...form.field('text')}
        label={t('tickets.text')}
        hint={t('tickets.text_hint', { min, max })}
        count={t('tickets.text_count', { written, max })}
        rows={7}
        required
      />
      <UploadField uploads={uploads} label={t('tickets.files')} />
      <p className={styles.support}>
        <SupportState />
      </p>
    </FormDialog>
  );
}
