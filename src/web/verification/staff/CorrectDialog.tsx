import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { caseQuery } from './case-queries.ts';

/**
 * Corrects personal data that the client may not change, with a proof of identity. The reason is recorded, and the
 * client reads it.
 */
export function CorrectDialog({ shown: { row, facts }, onClose }: { shown: VerificationCase; onClose: () => void }) {
  const t = useText();
  const countries = useCountryOptions();
  const { birth_on, nationality } = facts;
  const form = useCallForm({
    first_name: facts.first_name,
    second_name: facts.second_name,
    birth_on: birth_on ?? '',
    nationality: nationality ?? '',
    reason: '',
    current_password: '',
    code: '',
  });
  const { byPassword, byPasskey } = useProof(form, async (proof, { first_name, second_name, reason, ...declared }) => {
    const names = { client_id: row.client_id, first_name, second_name, reason };
    const body = { ...names, ...(birth_on && { birth_on: declared.birth_on, nationality: declared.nationality }) };
    await call('POST /api/staff/clients/person', { body: { ...body, ...proof } });
    onClose();
    await queries.invalidateQueries({ queryKey: caseQuery(row.client_id).queryKey });
    toast({ text: t('verification.corrected') });
  });
  return (
    <FormDialog
      title={t('verification.action_correct')}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('verification.correct_explained')}</p>
      <TextField {...form.field('first_name')} label={t('verification.first_name')} required />
      <TextField {...form.field('second_name')} label={t('verification.second_name')} required />
      {birth_on && (
        <>
          <DateField {...form.field('birth_on')} label={t('verification.birth_on')} required />
          <ComboField
            {...form.field('nationality')}
            label={t('verification.nationality')}
            options={countries}
            required
          />
        </>
      )}
      <TextField {...form.field('reason')} label={t('verification.correct_reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
