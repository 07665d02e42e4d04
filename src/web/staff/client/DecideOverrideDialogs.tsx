import type { StaffClient } from '#contract/staff-clients.ts';
import type { OverrideProposal } from '#contract/staff-overrides.ts';
import { call } from '#web/platform/api.ts';
import { FormDialog } from '#web/platform/FormDialog.tsx';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { ProofFields } from '#web/settings/factor/ProofFields.tsx';
import { useProof } from '#web/settings/factor/use-proof.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { finishClientAct } from '../finish-client-act.ts';

interface DecideProps {
  client: Pick<StaffClient, 'first_name' | 'second_name'>;
  proposal: OverrideProposal;
  /** What it would be, in words. */
  what: string;
  onClose: () => void;
}

const useName = ({ client: { first_name, second_name } }: DecideProps) =>
  useText()('common.full_name', { first_name, second_name });

/** Puts the limit into force, with a proof that it is oneself. */
export function ConfirmOverrideDialog(props: DecideProps) {
  const { proposal, what, onClose } = props;
  const t = useText();
  const name = useName(props);
  const form = useCallForm({ current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof) => {
    await call('POST /api/staff/clients/overrides/confirm', { body: { proposal_id: proposal.id, ...proof } });
    await finishClientAct(t('staff.override_done', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.override_confirm_for', { name })}
      confirmText={t('staff.override_confirm')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{what}</p>
      <p>{t('staff.override_confirm_text')}</p>
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

/** Turns it down, with a reason and a proof. */
export function DeclineOverrideDialog(props: DecideProps) {
  const { proposal, what, onClose } = props;
  const t = useText();
  const name = useName(props);
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/clients/overrides/decline', { body: { proposal_id: proposal.id, reason, ...proof } });
    await finishClientAct(t('staff.override_declined', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.override_decline_for', { name })}
      confirmText={t('staff.override_decline')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{what}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

/** Takes the own proposal back. */
export function WithdrawOverrideDialog(props: DecideProps) {
  const { proposal, what, onClose } = props;
  const t = useText();
  const name = useName(props);
  const form = useCallForm({});
  const submit = form.submit(async () => {
    await call('POST /api/staff/clients/overrides/withdraw', { body: { proposal_id: proposal.id } });
    await finishClientAct(t('staff.override_withdrawn', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.override_withdraw_for', { name })}
      confirmText={t('staff.override_withdraw')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{what}</p>
      <p>{t('staff.override_withdraw_text')}</p>
    </FormDialog>
  );
}
