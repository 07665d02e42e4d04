import type { OverrideKind } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface EndOverrideDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  kind: OverrideKind;
  onClose: () => void;
}

/** Ends an override, so that the operator's rule applies to the client again. */
export function EndOverrideDialog({ client, kind, onClose }: EndOverrideDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    const body = { client_id: client.id, kind, reason, ...proof };
    const { outcome } = await call('POST /api/staff/clients/overrides/end', { body });
    await finishClientAction(
      t(outcome === 'proposed' ? 'approvals.proposed' : 'staff.override_ended', { name }),
      onClose,
    );
  });
  return (
    <FormDialog
      title={t('staff.override_end')}
      confirmText={t('staff.override_end')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
