import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { ActedOn } from './clients-query.ts';
import { finishClientAction } from './finish-client-action.ts';

const levels = [0, 1, 2, 3, 4] as const;
/** No level of its own: the client has the one that their proofs give. */
const proven = 'proven';

interface LevelDialogProps {
  client: ActedOn;
  onClose: () => void;
}

/**
 * Sets the client's verification level, which decides what they may deposit and withdraw, with a proof of identity. A
 * level beyond the client's proofs waits for a second person. The reason is recorded.
 */
export function LevelDialog({ client, onClose }: LevelDialogProps) {
  const t = useText();
  const form = useCallForm({ level: String(client.verification_level), reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { level, reason }) => {
    const body = { client_id: client.id, level: level === proven ? null : Number(level), reason, ...proof };
    const { outcome } = await call('POST /api/staff/clients/level', { body });
    await finishClientAction(t(outcome === 'proposed' ? 'approvals.proposed' : 'staff.level_set', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.level_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.level_explained')}</p>
      <SelectField
        {...form.field('level')}
        label={t('staff.level')}
        options={[
          { value: proven, label: t('staff.level_proven') },
          ...levels.map((level) => ({ value: String(level), label: t(`staff.level_${level}`) })),
        ]}
        required
      />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
