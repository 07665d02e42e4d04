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

const routes = {
  off: 'POST /api/staff/connections/request-off',
  remove: 'POST /api/staff/connections/request-removal',
} as const;

interface EndRequestDialogProps {
  subject: Connection;
  act: 'off' | 'remove';
  onClose: () => void;
}

/** Asks another person to turn off a connection that protects something, or to remove one that has moved money. */
export function EndRequestDialog({ subject, act, onClose }: EndRequestDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    await call(routes[act], { body: { connection_id: subject.id, reason, ...proof } });
    await refreshApprovalRequests();
    onClose();
    toast({ text: t('connections.requested') });
  });
  return (
    <FormDialog
      title={subject.name}
      confirmText={t(act === 'off' ? 'connections.switch_off' : 'connections.remove')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <p>{act === 'off' ? t('connections.switch_off_two', { port: subject.port }) : t('connections.remove_two')}</p>
      <TextField {...form.field('reason')} label={t('connections.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
