import { restrictableKinds, type RestrictableKind } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ReasonField } from '#web/platform/forms/ReasonField.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

type Whom = Pick<StaffClient, 'id' | 'full_name'>;

/** One kind, or both of them, as a list offers it. */
function useKindChoices(kinds: readonly RestrictableKind[]) {
  const t = useText();
  const each = kinds.map((kind) => ({ value: kind as string, label: t(`staff.restriction_kind_${kind}`) }));
  return kinds.length > 1 ? [{ value: 'both', label: t('staff.restriction_kind_both') }, ...each] : each;
}

const chosen = (value: string): RestrictableKind[] =>
  restrictableKinds.filter((kind) => value === 'both' || value === kind);

/** Stops payments of a client, who reads the reason, with a proof that it is oneself. */
export function RestrictDialog({ client, onClose }: { client: Whom; onClose: () => void }) {
  const t = useText();
  const name = client.full_name;
  const choices = useKindChoices(restrictableKinds);
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
    await call('POST /api/staff/clients/restrict-payments', { body });
    await finishClientAction(t('staff.restriction_done', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.restrict_payments')}
      confirmText={t('staff.restrict_payments')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.restriction_explained', { name })}</p>
      <SelectField {...form.field('kinds')} label={t('staff.restriction_kinds')} options={choices} required />
      <ReasonField {...form.field('reason')} purpose="payment_restriction" label={t('staff.block_reason')} />
      <TextAreaField
        {...form.field('note')}
        label={t('staff.block_note')}
        hint={t('staff.factor_comment_hint')}
        rows={2}
        maxLength={300}
      />
      <DateField {...form.field('until')} label={t('staff.override_last_day')} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

interface ReleaseDialogProps {
  client: Whom;
  kinds: readonly RestrictableKind[];
  onClose: () => void;
}

/** Lets payments of a client go on that were stopped. */
export function ReleaseDialog({ client, kinds: restricted, onClose }: ReleaseDialogProps) {
  const t = useText();
  const name = client.full_name;
  const choices = useKindChoices(restricted);
  const form = useCallForm({ kinds: choices[0]?.value ?? '', reason: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { kinds, reason }) => {
    const body = { client_id: client.id, kinds: chosen(kinds), reason, ...proof };
    await call('POST /api/staff/clients/lift-payment-restriction', { body });
    await finishClientAction(t('staff.release_done', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.lift_payment_restriction')}
      confirmText={t('staff.lift_payment_restriction')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <SelectField {...form.field('kinds')} label={t('staff.restriction_kinds')} options={choices} required />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
