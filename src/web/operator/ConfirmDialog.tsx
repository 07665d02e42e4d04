import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';

interface ConfirmDialogProps {
  title: string;
  explained: string;
  confirmText: string;
  action: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once more before something ends. */
export function ConfirmDialog({ explained, action, ...dialog }: ConfirmDialogProps) {
  const form = useCallForm({});
  return (
    <FormDialog {...dialog} form={form} onSubmit={form.submit(action)}>
      <p>{explained}</p>
    </FormDialog>
  );
}
