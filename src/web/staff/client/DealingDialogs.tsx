import { useQuery } from '@tanstack/react-query';
import { dealingScopes } from '#contract/staff/dealing-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { StaffDealing } from '#contract/staff/dealing.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../finish-client-action.ts';

interface DealingDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  onClose: () => void;
}

/** Proposes that the person may deal on their own account, with a reason and a proof; another person approves. */
export function DealingDialog({ client, onClose }: DealingDialogProps) {
  const t = useText();
  const form = useCallForm({ subject: 'accounts', until: '', reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { subject, until, reason }) => {
    const about = subject === 'accounts' ? 'accounts' : 'offerings';
    const one = subject === 'accounts' || subject === 'offerings' ? {} : { stock_id: subject };
    const body = { client_id: client.id, scope: about, ...one, until, reason, ...proof } as const;
    await call('POST /api/staff/clients/dealing/propose', { body });
    await finishClientAction(t('approvals.proposed', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.dealing_propose')}
      confirmText={t('staff.dealing_propose')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.dealing_explained', { name })}</p>
      <SelectField {...form.field('subject')} label={t('staff.dealing_in')} options={useSubjects()} required />
      <DateField {...form.field('until')} label={t('staff.dealing_last_day')} required />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

/** Trading accounts, all offerings, or one of those that are neither draft nor over. */
function useSubjects() {
  const t = useText();
  const offerings = useQuery({
    queryKey: ['offerings', 'list', 'live'],
    queryFn: () => call('POST /api/staff/ipo', { body: { view: 'live' } }),
  });
  return [
    ...dealingScopes.map((scope) => ({ value: scope as string, label: t(`staff.dealing_${scope}`) })),
    ...(offerings.data?.offerings ?? []).map(({ stock_id: value, issuer, ticker }) => ({
      value,
      label: `${issuer} (${ticker})`,
    })),
  ];
}

interface EndDealingDialogProps extends DealingDialogProps {
  exception: StaffDealing['exceptions'][number];
}

/** Withdraws an exception, with a reason and a proof. */
export function EndDealingDialog({ client, exception, onClose }: EndDealingDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/clients/dealing/end', { body: { exception_id: exception.id, reason, ...proof } });
    await finishClientAction(t('staff.dealing_ended', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.dealing_end')}
      confirmText={t('staff.dealing_end')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.dealing_end_text', { name })}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
