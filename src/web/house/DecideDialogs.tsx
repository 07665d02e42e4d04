import type { SettingProposal } from '#contract/house-proposals.ts';
import { call } from '#web/platform/api.ts';
import { FormDialog } from '#web/platform/FormDialog.tsx';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { useProof } from '#web/settings/factor/use-proof.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshHouse } from './house-queries.ts';
import { ProofFields } from '#web/settings/factor/ProofFields.tsx';
import { SettingChange } from './SettingChange.tsx';

interface DecideDialogProps {
  proposal: SettingProposal;
  /** Of the setting. */
  name: string;
  onClose: () => void;
}

/** Puts the change into force, with a proof that it is oneself. */
export function ConfirmProposalDialog({ proposal, name, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ current_password: '', code: '' });
  const ways = useProof(form, async (proof) => {
    await call('POST /api/staff/settings/proposals/confirm', {
      body: { proposal_id: proposal.id, ...proof },
    }).finally(refreshHouse);
    toast({ text: t('house.saved', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('house.confirm_this', { name })}
      confirmText={t('house.confirm')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <SettingChange settingKey={proposal.key} was={proposal.was} value={proposal.value} />
      <p>{t('house.confirm_text')}</p>
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}

/** Turns the change down; its author reads why. */
export function DeclineProposalDialog({ proposal, name, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const submit = form.submit(async ({ reason }) => {
    await call('POST /api/staff/settings/proposals/decline', {
      body: { proposal_id: proposal.id, reason },
    }).finally(refreshHouse);
    toast({ text: t('house.declined', { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t('house.decline_this', { name })}
      confirmText={t('house.decline')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} label={t('house.decline_reason')} maxLength={300} required />
    </FormDialog>
  );
}

/** Takes the own change back. */
export function WithdrawProposalDialog({ proposal, name, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    await call('POST /api/staff/settings/proposals/withdraw', { body: { proposal_id: proposal.id } }).finally(
      refreshHouse,
    );
    toast({ text: t('house.withdrawn', { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t('house.withdraw_this', { name })}
      confirmText={t('house.withdraw')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('house.withdraw_text')}</p>
    </FormDialog>
  );
}
