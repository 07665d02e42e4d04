import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshCase, showCase } from './case-queries.ts';

interface UseImportedDialogProps {
  shown: VerificationCase;
  document: VerificationCase['imported'][number];
  onClose: () => void;
}

/** Makes an imported document a pending one, with what the import left out. */
export function UseImportedDialog({ shown, document, onClose }: UseImportedDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const form = useCallForm({ number: '', issued_on: '', expires_on: '' });
  const { client_id } = shown.row;
  const submit = form.submit(async (values) => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    const body = { client_id, imported_id: document.id, ...given };
    const response = sendOnce((idempotencyKey) =>
      call('POST /api/staff/verification/use-imported', { body }, { idempotencyKey }),
    );
    showCase(await response.catch((error: unknown) => refreshCase(client_id, error)));
    onClose();
  });
  const isIdentity = document.kind === 'identity';
  const lacks = (field: 'number' | 'issued_on' | 'expires_on') => document[field] === null;
  return (
    <FormDialog
      title={t('verification.use_imported')}
      confirmText={t('verification.use_imported')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('verification.use_imported_text')}</p>
      {isIdentity && lacks('number') && (
        <TextField {...form.field('number')} label={t('verification.number')} maxLength={40} required />
      )}
      {isIdentity && lacks('expires_on') && (
        <DateField {...form.field('expires_on')} label={t('verification.expires_on')} required />
      )}
      {!isIdentity && lacks('issued_on') && (
        <DateField {...form.field('issued_on')} label={t('verification.issued_on')} required />
      )}
    </FormDialog>
  );
}
