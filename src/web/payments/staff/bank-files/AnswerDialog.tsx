import { useState } from 'react';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { sendFile } from '#web/platform/files/upload.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { FileField } from '#web/ui/files/FileField.tsx';
import { refreshBankFiles } from './bank-file-queries.ts';

/** Reads a status report of the bank. What it says of unknown transfers stays on the screen. */
export function AnswerDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const [file, setFile] = useState<File>();
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const form = useCallForm({});
  const send = form.submit(async () => {
    if (!file) return;
    const answer = await sendFile('POST /api/staff/payments/bank-files/answer', file).finally(refreshBankFiles);
    const { number } = answer.file;
    toast({ text: t('payments.answer_done', { number, changed: format.number(answer.changed) }) });
    setUnknown(answer.unknown);
    setFile(undefined);
    if (answer.unknown.length === 0) onClose();
  });
  return (
    <FormDialog
      title={t('payments.answer_add')}
      confirmText={t('payments.answer_add')}
      form={form}
      onSubmit={send}
      onClose={onClose}
    >
      {unknown.length > 0 && (
        <Alert tone="warning">{t('payments.answer_unknown', { references: unknown.join(', ') })}</Alert>
      )}
      <FileField
        label={t('payments.answer_file')}
        hint={t('payments.answer_hint')}
        chooseText={t('reconciliation.choose_file')}
        dropText={t('reconciliation.drop_file')}
        accept=".xml,application/xml,text/xml"
        multiple={false}
        onFiles={([chosen]) => setFile(chosen)}
      >
        {file && <bdi>{file.name}</bdi>}
      </FileField>
    </FormDialog>
  );
}
