import type { Connection } from '#contract/connections/endpoints.ts';
import { refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** Asks another person to turn off a connection that protects something. */
export function OffDialog({ subject, onClose }: { subject: Connection; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/connections/request-off', {
      body: { connection_id: subject.id, reason, ...proof },
    });
    await refreshApprovalRequests();
    onClose();
    toast({ text: t('connections.requested') });
  });
  return (
    <FormDialog
      title={subject.name}
      confirmText={t('connections.switch_off')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <p>{t('connections.switch_off_two')}</p>
      <TextField {...form.field('reason')} label={t('connections.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
