import { useId, type ClipboardEventHandler, type ReactNode, type SubmitEvent } from 'react';
import { Dialog, type DialogProps } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { useText } from '../i18n/i18n.tsx';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'confirmText' | 'footer' | 'wide'> {
  /** It asks whether to close something: then the button that leaves it has another verb. */
  closes?: boolean;
  /** For a dialog that is mounted before it is needed. */
  open?: boolean;
  form: { busy: boolean; messages: readonly string[] };
  /** Said while the form is on its way, where that is more than a moment. */
  busyText?: string | undefined;
  children: ReactNode;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onPaste?: ClipboardEventHandler<HTMLFormElement>;
  onClose: () => void;
}

/** A form that is a question of its own: what it has to complain of, its fields, and a button that sends it. */
export function FormDialog({
  open = true,
  form,
  closes,
  busyText,
  children,
  onSubmit,
  onPaste,
  ...dialog
}: FormDialogProps) {
  const t = useText();
  const formId = useId();
  const { onClose, ...shown } = dialog;
  return (
    <Dialog
      {...shown}
      open={open}
      closeLabel={t(closes ? 'common.back' : 'common.m167_close')}
      loadingText={busyText ?? t('common.loading')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={flowStyles.stack} noValidate onSubmit={onSubmit} onPaste={onPaste}>
        <FormErrors messages={form.messages} />
        {children}
      </form>
    </Dialog>
  );
}
