import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { NewEmailField } from '#web/profile/email/NewEmailField.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface EmailDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'state'>;
  onClose: () => void;
}

/**
 * A new address for a person who no longer has access to their mailbox; a second person approves, and the owner still
 * confirms it. Why and how is recorded.
 */
export function EmailDialog({ client, onClose }: EmailDialogProps) {
  const t = useText();
  const form = useCallForm({ email: '', reason: '', comment: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { email, reason, comment }) => {
    await call('POST /api/staff/clients/email', { body: { client_id: client.id, email, reason, comment, ...proof } });
    await finishClientAction(t('approvals.proposed', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.email_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t(client.state === 'disputed' ? 'staff.email_disputed' : 'staff.email_explained')}</p>
      <NewEmailField {...form.field('email')} />
      <ReasonField {...form.field('reason')} purpose="email_change" label={t('staff.reason')} />
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
