import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { makePasskey } from '#web/platform/passkey.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../factor/Factor.module.css';
import { factorQuery } from '../factor/factor-query.ts';
import { ProofFields } from '../factor/ProofFields.tsx';
import { useProof } from '../factor/use-proof.ts';

interface AddPasskeyDialogProps {
  open: boolean;
  onClose: () => void;
  /** With recovery codes, unless there were some. */
  onAdded: (recoveryCodes: string[]) => void;
}

/** Name and proof, then the browser's own window. */
export function AddPasskeyDialog({ open, onClose, onAdded }: AddPasskeyDialogProps) {
  const t = useText();
  const formId = useId();
  const asksCode = useQuery(factorQuery).data?.on ?? false;
  const form = useCallForm({ name: '', current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof, { name }) => {
    const begun = await call('POST /api/settings/passkeys/begin', { body: proof });
    const passkey = await makePasskey(begun);
    const added = await call('POST /api/settings/passkeys/add', { body: { attempt: begun.attempt, name, passkey } });
    form.reset();
    onAdded(added.recovery_codes);
  });
  return (
    <Dialog
      open={open}
      title={t('settings.passkey_add')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('settings.continue')}
      confirmForm={formId}
      busy={form.busy}
      onClear={close}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={byPassword}>
        <p>{t('settings.passkey_add_text')}</p>
        <FormErrors messages={form.messages} />
        <TextField
          {...form.field('name')}
          label={t('settings.passkey_name')}
          hint={t('settings.passkey_name_hint')}
          autoComplete="off"
          maxLength={60}
          required
        />
        <ProofFields form={form} asksCode={asksCode} onPasskey={byPasskey} />
      </form>
    </Dialog>
  );
}
