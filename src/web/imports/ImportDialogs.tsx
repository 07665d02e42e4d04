import type { ImportRun } from '#contract/imports/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshImports } from './imports-queries.ts';

interface ImportDialogProps {
  run: ImportRun;
  onClose: () => void;
}

/** Asks a second person to have what is new created. */
export function RequestDialog({ run: { id, number, subject }, onClose }: ImportDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const send = form.submit(async ({ reason }) => {
    await call('POST /api/staff/imports/request', { body: { run_id: id, reason } }).finally(refreshImports);
    toast({ text: t('imports.requested', { number }) });
    onClose();
  });
  const texts = {
    clients: 'imports.request_text',
    accounts: 'imports.request_text_accounts',
    history: 'imports.request_text_history',
    documents: 'imports.request_text_documents',
  } as const;
  const title = t('imports.request');
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <p>{t(texts[subject])}</p>
      <TextField {...form.field('reason')} label={t('payments.file_reason')} maxLength={300} required />
    </FormDialog>
  );
}

export function EndDialog({ run: { id, state }, onClose }: ImportDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const send = form.submit(async () => {
    await call('POST /api/staff/imports/end', { body: { run_id: id } }).finally(refreshImports);
    onClose();
  });
  const title = t('imports.end');
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <p>{t(state === 'importing' ? 'imports.stop_text' : 'imports.end_text')}</p>
    </FormDialog>
  );
}

export function InviteDialog({ run: { id }, onClose }: ImportDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const send = form.submit(async () => {
    await call('POST /api/staff/imports/invite', { body: { run_id: id } }).finally(refreshImports);
    onClose();
  });
  const title = t('imports.send_invitations');
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <p>{t('imports.send_text')}</p>
    </FormDialog>
  );
}
