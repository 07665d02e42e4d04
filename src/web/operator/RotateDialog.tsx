import { keyOverlaps } from '#contract/operator/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof, type Proof } from '#web/profile/factor/use-proof.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { ProvenDialog } from './ProvenDialog.tsx';

interface RotateDialogProps {
  name: string;
  action: (input: { overlap_hours: number } & Proof) => Promise<unknown>;
  onClose: () => void;
}

/** A new secret, and for how long the present one still works. */
export function RotateDialog({ name, action, onClose }: RotateDialogProps) {
  const t = useText();
  const form = useCallForm({ overlap: '24', current_password: '', code: '' });
  const ways = useProof(form, (proof, { overlap }) => action({ overlap_hours: Number(overlap), ...proof }));
  return (
    <ProvenDialog
      title={t('operator.rotate_of', { name })}
      explained={t('operator.rotate_text')}
      confirmText={t('operator.rotate')}
      form={form}
      ways={ways}
      onClose={onClose}
    >
      <RadioGroup
        {...form.field('overlap')}
        legend={t('operator.overlap')}
        options={keyOverlaps.map((hours) => ({ value: String(hours), label: t(`operator.overlap_${hours}`) }))}
      />
    </ProvenDialog>
  );
}
