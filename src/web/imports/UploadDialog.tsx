import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { importSubjects, type ImportSubject } from '#contract/imports/names.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { sendFile } from '#web/platform/files/upload.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { FileField } from '#web/ui/files/FileField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { refreshImports } from './imports-queries.ts';

/** Uploads a file and opens its import. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const language = useLanguage();
  const [file, setFile] = useState<File>();
  const form = useCallForm({ subject: 'clients' });
  const send = form.submit(async ({ subject }) => {
    if (!file) return;
    const query = { name: file.name.slice(-140), subject: subject as ImportSubject };
    const { id } = await sendFile('POST /api/staff/imports/upload', file, { query });
    await refreshImports();
    onClose();
    await router.navigate({ href: pathIn(language, `/admin/imports/${id}`) });
  });
  const title = t('imports.upload');
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={send} onClose={onClose}>
      <SelectField
        {...form.field('subject')}
        label={t('imports.subject')}
        hint={t('imports.subject_hint')}
        options={importSubjects.map((value) => ({ value, label: t(`imports.subject_${value}`) }))}
      />
      <FileField
        label={t('imports.file')}
        hint={t('imports.file_hint')}
        chooseText={t('reconciliation.choose_file')}
        dropText={t('reconciliation.drop_file')}
        accept=".csv,.txt,.json,.jsonl,text/csv,text/plain,application/json"
        multiple={false}
        onFiles={([chosen]) => setFile(chosen)}
      >
        {file && <bdi>{file.name}</bdi>}
      </FileField>
    </FormDialog>
  );
}
