import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { tookVersion } from './legal-queries.ts';

/** From when a draft is in force, whether clients have to accept it, and the proof of identity of its publisher. */
export function PublishLegalDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const today = useNow().toISOString().slice(0, 10);
  const form = useCallForm({ effective_on: today, requires_new_consent: true, current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { effective_on, requires_new_consent }) => {
    tookVersion(
      await call('POST /api/staff/legal/publish', { body: { id, effective_on, requires_new_consent, ...proof } }),
    );
    onClose();
    toast({ text: t('legal.was_published') });
  });
  return (
    <FormDialog
      title={t('articles.publish')}
      confirmText={t('articles.publish')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('legal.publish_text')}</p>
      <DateField
        {...form.field('effective_on')}
        label={t('legal.column_from')}
        hint={t('legal.effective_hint')}
        min={today}
        required
      />
      <CheckboxField {...form.tick('requires_new_consent')} label={t('legal.requires_consent_field')} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
