import type { OperatorKey } from '#contract/operator/keys.ts';
import { scopeOfTwo } from '#contract/operator/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { ProvenDialog } from '../ProvenDialog.tsx';

interface TakeOverDialogProps {
  subject: OperatorKey;
  onClose: () => void;
  onMade: (secret: string) => Promise<void>;
}

/** A key of another administrator becomes one's own, with a new secret. */
export function TakeOverDialog({ subject: { id, name, scopes }, onClose, onMade }: TakeOverDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const ways = useProof(form, async (proof, { reason }) => {
    const body = { key_id: id, reason, ...proof };
    await onMade((await call('POST /api/staff/operator/keys/take-over', { body })).secret);
  });
  return (
    <ProvenDialog
      title={t('operator.take_over_of', { name })}
      explained={t(scopes.includes(scopeOfTwo) ? 'operator.take_over_text_of_two' : 'operator.take_over_text')}
      confirmText={t('operator.take_over')}
      form={form}
      ways={ways}
      onClose={onClose}
    >
      <TextField {...form.field('reason')} label={t('operator.take_over_reason')} maxLength={300} required />
    </ProvenDialog>
  );
}
