import type { ResponseOf } from '#contract/api.ts';
import { refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';

interface UnbindDialogProps {
  identity: Pick<ResponseOf<'POST /api/staff/team/identities'>[number], 'id' | 'full_name'>;
  onClose: () => void;
}

/** Asks another person to let a member of staff be bound again, whose account at the provider is another one now. */
export function UnbindDialog({ identity: { id, full_name: name }, onClose }: UnbindDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/team/identities/remove', { body: { identity_id: id, reason, ...proof } });
    await refreshApprovalRequests();
    onClose();
    toast({ text: t('approvals.proposed', { name }) });
  });
  return (
    <FormDialog
      title={t('staff.unlink_of', { name })}
      confirmText={t('staff.unlink')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.unlink_text')}</p>
      <TextAreaField {...form.field('reason')} label={t('staff.reason')} rows={3} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
