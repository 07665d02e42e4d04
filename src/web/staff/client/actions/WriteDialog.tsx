import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { textLengthFallback } from '#contract/kernel/constants.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { ticketCategories, type TicketCategory } from '#contract/support/names.ts';
import { call } from '#web/platform/api/api.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { newId } from '#web/platform/new-id.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface WriteDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  onClose: () => void;
}

/**
 * Writes to a client first; the ticket's own screen opens then. One intent has one request id, so a click repeated after
 * a lost answer leads to the same ticket.
 */
export function WriteDialog({ client, onClose }: WriteDialogProps) {
  const t = useText();
  const router = useRouter();
  const [requestId, setRequestId] = useState(newId);
  const form = useCallForm({ category: '', subject: '', text: '' });
  const name = client.full_name;
  const send = form.submit(async ({ category, ...words }) => {
    const body = { request_id: requestId, client_id: client.id, category: category as TicketCategory, ...words };
    const room = await call('POST /api/staff/support/open', { body }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'http.idempotency_mismatch') setRequestId(newId());
      throw error;
    });
    await router.navigate({ href: pathIn(currentLanguage(), `/chats/${room.id}`) });
    await finishClientAction(t('staff.written', { number: room.number ?? '', name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.write_for', { name })}
      confirmText={t('tickets.send')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{t('staff.write_explained')}</p>
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
        rows={7}
        maxLength={textLengthFallback.max}
        required
      />
    </FormDialog>
  );
}
