import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import type { ActedOn } from './clients-query.ts';
import { finishClientAction } from './finish-client-action.ts';

interface FactorResetDialogProps {
  client: ActedOn;
  onClose: () => void;
}

/** Turns off the second factor of a person who has lost their app and recovery codes. Why and how is recorded. */
export function FactorResetDialog({ client, onClose }: FactorResetDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', comment: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason, comment }) => {
    const body = { client_id: client.id, reason, comment, ...proof };
    await call('POST /api/staff/clients/second-factor/reset', { body });
    await finishClientAction(t('staff.factor_reset', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.factor_for', { name })}
      confirmText={t('staff.factor_turn_off')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.factor_explained')}</p>
      <ReasonField {...form.field('reason')} purpose="factor_reset" label={t('staff.reason')} />
      <TextAreaField
        {...form.field('comment')}
        label={t('staff.factor_comment')}
        hint={t('staff.factor_comment_hint')}
        rows={3}
        maxLength={300}
        required
      />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
