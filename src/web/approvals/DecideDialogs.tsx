import type { ReactNode } from 'react';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { OverruleField } from '#web/platform/forms/OverruleField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshApprovalRequests } from './approvals-query.ts';

interface DecideDialogProps {
  approvalRequest: Pick<ApprovalRequest, 'id'>;
  /** Of what it is about. */
  name: string;
  /** What it would change. */
  children: ReactNode;
  onClose: () => void;
}

/** Approves the request, with a proof of identity. */
export function ConfirmDialog({ approvalRequest, name, children, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ overrule: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { overrule }) => {
    const body = { approval_request_id: approvalRequest.id, ...(overrule && { overrule }), ...proof };
    await call('POST /api/staff/approvals/approve', { body }).finally(refreshApprovalRequests);
    toast({ text: t('approvals.confirmed', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('approvals.approve_this', { name })}
      confirmText={t('approvals.approve')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      {children}
      <p>{t('approvals.approve_text')}</p>
      <OverruleField field={form.field('overrule')} />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}

/** Declines it, with a proof; its author reads why. */
export function DeclineDialog({ approvalRequest, name, children, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    const body = { approval_request_id: approvalRequest.id, reason, ...proof };
    await call('POST /api/staff/approvals/decline', { body }).finally(refreshApprovalRequests);
    toast({ text: t('approvals.declined', { name }) });
    onClose();
  });
  return (
    <FormDialog
      wide
      title={t('approvals.decline_this', { name })}
      confirmText={t('approvals.decline')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      {children}
      <TextField {...form.field('reason')} label={t('approvals.decline_reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}

/** Cancels the own request. */
export function WithdrawDialog({ approvalRequest, name, onClose }: DecideDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    await call('POST /api/staff/approvals/withdraw', { body: { approval_request_id: approvalRequest.id } }).finally(
      refreshApprovalRequests,
    );
    toast({ text: t('approvals.withdrawn', { name }) });
    onClose();
  });
  return (
    <FormDialog
      title={t('approvals.withdraw_this', { name })}
      confirmText={t('approvals.withdraw')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('approvals.withdraw_text')}</p>
    </FormDialog>
  );
}
