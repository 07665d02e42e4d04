import type { Connection } from '#contract/connections/endpoints.ts';
import { keyOverlaps } from '#contract/operator/names.ts';
import { refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { refreshConnections } from './connections-query.ts';

/** Puts a tested connection into use, or asks another person for that. */
export function UseDialog({ subject, onClose }: { subject: Connection; onClose: () => void }) {
  const t = useText();
  const replaces = subject.value !== null && subject.secrets.some(({ waiting }) => waiting);
  const form = useCallForm({ overlap: '24', reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { overlap, reason }) => {
    await call('POST /api/staff/connections/use', {
      body: { connection_id: subject.id, overlap_hours: Number(overlap), reason, ...proof },
    });
    await Promise.all([refreshConnections(), refreshApprovalRequests()]);
    onClose();
    toast({ text: t(subject.takes_two ? 'connections.requested' : 'connections.used') });
  });
  return (
    <FormDialog
      title={subject.draft?.name ?? subject.name}
      confirmText={t('connections.use')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <p>{t(subject.takes_two ? 'connections.use_two' : 'connections.use_text')}</p>
      {replaces && (
        <RadioGroup
          {...form.field('overlap')}
          legend={t('operator.overlap')}
          options={keyOverlaps.map((hours) => ({ value: String(hours), label: t(`operator.overlap_${hours}`) }))}
        />
      )}
      <TextField {...form.field('reason')} label={t('connections.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
