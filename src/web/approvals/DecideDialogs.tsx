import type { ReactNode } from 'react';
import type { Proposal } from '#contract/approvals.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshProposals } from './approvals-query.ts';

interface DecideDialogProps {
  proposal: Pick<Proposal, 'id'>;
  /** Of what it is about. */
  name: string;
  /** What it would change. */
  children: ReactNode;
  onClose: () => void;
}

/** Puts it into force, with a proof that it is oneself. */
export function ConfirmDialog({ proposal, name, children, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ overrule: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { overrule }) => {
    const body = { proposal_id: proposal.id, ...(overrule && { overrule }), ...proof };
    await call('POST /api/staff/proposals/confirm', { body }).finally(refreshProposals);
    toast({ text: t('proposals.confirmed', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('proposals.confirm_this', { name })}
      confirmText={t('proposals.confirm')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      {children}
      <p>{t('proposals.confirm_text')}</p>
      <OverruleField field={form.field('overrule')} />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}

/** Turns it down, with a proof; its author reads why. */
export function DeclineDialog({ proposal, name, children, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    const body = { proposal_id: proposal.id, reason, ...proof };
    await call('POST /api/staff/proposals/decline', { body }).finally(refreshProposals);
    toast({ text: t('proposals.declined', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('proposals.decline_this', { name })}
      confirmText={t('proposals.decline')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      {children}
      <TextField {...form.field('reason')} label={t('proposals.decline_reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}

/** Takes the own proposal back. */
export function WithdrawDialog({ proposal, name, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    await call('POST /api/staff/proposals/withdraw', { body: { proposal_id: proposal.id } }).finally(refreshProposals);
    toast({ text: t('proposals.withdrawn', { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t('proposals.withdraw_this', { name })}
      confirmText={t('proposals.withdraw')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('proposals.withdraw_text')}</p>
    </FormDialog>
  );
}
