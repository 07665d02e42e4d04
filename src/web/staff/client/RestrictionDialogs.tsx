import { stoppableKinds, type StoppableKind } from '#contract/override-names.ts';
import type { StaffClient } from '#contract/staff-clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { finishClientAct } from '../finish-client-action.ts';

type Whom = Pick<StaffClient, 'id' | 'first_name' | 'second_name'>;

const useName = ({ first_name, second_name }: Whom) => useText()('common.full_name', { first_name, second_name });

/** One kind, or both of them, as a list offers it. */
function useKindChoices(kinds: readonly StoppableKind[]) {
  const t = useText();
  const each = kinds.map((kind) => ({ value: kind as string, label: t(`staff.stop_kind_${kind}`) }));
  return kinds.length > 1 ? [{ value: 'both', label: t('staff.stop_kind_both') }, ...each] : each;
}

const chosen = (value: string): StoppableKind[] => stoppableKinds.filter((kind) => value === 'both' || value === kind);

/** Stops payments of a client, who reads the reason, with a proof that it is oneself. */
export function StopDialog({ client, onClose }: { client: Whom; onClose: () => void }) {
  const t = useText();
  const name = useName(client);
  const choices = useKindChoices(stoppableKinds);
  const form = useCallForm({ kinds: 'both', reason: '', note: '', until: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { kinds, reason, note, until }) => {
    const body = {
      client_id: client.id,
      kinds: chosen(kinds),
      reason,
      ...(note && { note }),
      until: until || null,
      ...proof,
    };
    await call('POST /api/staff/clients/stop-payments', { body });
    await finishClientAct(t('staff.stop_done', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.stop_payments')}
      confirmText={t('staff.stop_payments')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.stop_explained', { name })}</p>
      <SelectField {...form.field('kinds')} label={t('staff.stop_kinds')} options={choices} required />
      <ReasonField {...form.field('reason')} purpose="payment_stop" label={t('staff.block_reason')} />
      <TextAreaField
        {...form.field('note')}
        label={t('staff.block_note')}
        hint={t('staff.factor_comment_hint')}
        rows={2}
        maxLength={300}
      />
      <TextField {...form.field('until')} type="date" label={t('staff.override_last_day')} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

interface ReleaseDialogProps {
  client: Whom;
  kinds: readonly StoppableKind[];
  onClose: () => void;
}

/** Lets payments of a client go on that were stopped. */
export function ReleaseDialog({ client, kinds: stopped, onClose }: ReleaseDialogProps) {
  const t = useText();
  const name = useName(client);
  const choices = useKindChoices(stopped);
  const form = useCallForm({ kinds: choices[0]?.value ?? '', reason: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { kinds, reason }) => {
    const body = { client_id: client.id, kinds: chosen(kinds), reason, ...proof };
    await call('POST /api/staff/clients/release-payments', { body });
    await finishClientAct(t('staff.release_done', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.release_payments')}
      confirmText={t('staff.release_payments')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <SelectField {...form.field('kinds')} label={t('staff.stop_kinds')} options={choices} required />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
