import { useId } from 'react';
import { factorResetReasons } from '#contract/client-names.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { toast } from '#web/ui/toast.ts';
import type { ActedOn } from './clients-query.ts';
import styles from './SignInLinkDialog.module.css';

interface FactorResetDialogProps {
  client: ActedOn;
  onClose: () => void;
}

/** Turns the second factor of somebody off who has lost his app and his recovery codes. Why and how is recorded. */
export function FactorResetDialog({ client, onClose }: FactorResetDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', comment: '' });
  const name = t('common.full_name', { first_name: client.first_name, second_name: client.second_name });
  const reset = form.submit(async ({ reason, comment }) => {
    await call('POST /api/staff/clients/second-factor/reset', { body: { client_id: client.id, reason, comment } });
    await finishClientAct(t('staff.factor_reset', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.factor_for', { name })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('staff.factor_turn_off')}
      form={form}
      onSubmit={reset}
      onClose={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={reset}>
        <p>{t('staff.factor_explained')}</p>
        <FormErrors messages={form.messages} />
        <SelectField
          {...form.field('reason')}
          label={t('staff.reason')}
          options={factorResetReasons.map((value) => ({ value, label: t(`staff.factor_${value}`) }))}
          required
        />
        <TextAreaField
          {...form.field('comment')}
          label={t('staff.factor_comment')}
          hint={t('staff.factor_comment_hint')}
          rows={3}
          maxLength={300}
          required
        />
      </form>
    </Dialog>
  );
}
