import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from './ProofFields.tsx';
import { useProof, type Proof } from './use-proof.ts';

export interface ProofDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmText: string;
  /** Does it with the proof; what it throws is shown. */
  action: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code before a change of how the person signs in. */
export function ProofDialog({ open, title, text, confirmText, action, onClose }: ProofDialogProps) {
  const form = useCallForm({ current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof) => {
    await action(proof);
    form.reset();
  });
  return (
    <FormDialog open={open} title={title} confirmText={confirmText} form={form} onSubmit={byPassword} onClose={close}>
      <p>{text}</p>
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
