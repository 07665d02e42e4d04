import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import styles from './Factor.module.css';
import { factorQuery } from './factor-query.ts';
import { ProofFields } from './ProofFields.tsx';
import { useProof, type Proof } from './use-proof.ts';

export interface ProofDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmText: string;
  /** Does it with the proof; what it throws is shown. */
  act: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code before something changes that keeps others out. */
export function ProofDialog({ open, title, text, confirmText, act, onClose }: ProofDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const asksCode = useQuery(factorQuery).data?.on ?? false;
  const { byPassword, byPasskey } = useProof(form, async (proof) => {
    await act(proof);
    form.reset();
  });
  return (
    <Dialog
      open={open}
      title={title}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={confirmText}
      confirmForm={formId}
      busy={form.busy}
      onClear={close}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={byPassword}>
        <p>{text}</p>
        <FormErrors messages={form.messages} />
        <ProofFields form={form} asksCode={asksCode} onPasskey={byPasskey} />
      </form>
    </Dialog>
  );
}
