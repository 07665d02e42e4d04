import { ticketCategories, type TicketCategory } from '#contract/support/names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshInbox } from '../inbox-queries.ts';

/** Makes a ticket of a chat, with all that was said. */
export function ConvertDialog({ open, roomId, onClose }: { open: boolean; roomId: string; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ category: '', subject: '' });
  const submit = form.submit(async ({ category, subject }) => {
    const body = { room_id: roomId, category: category as TicketCategory, subject };
    await call('POST /api/staff/support/convert', { body });
    onClose();
    await refreshInbox();
  });
  return (
    <FormDialog
      open={open}
      title={t('chats.convert')}
      confirmText={t('chats.convert')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        {...form.field('category')}
        label={t('tickets.category')}
        placeholder={t('tickets.choose_category')}
        options={ticketCategories.map((value) => ({ value, label: t(`tickets.category_${value}`) }))}
        required
      />
      <TextField {...form.field('subject')} label={t('tickets.subject')} maxLength={120} required />
    </FormDialog>
  );
}
