import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { makePasskey } from '#web/platform/session/passkey.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
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
  const form = useCallForm({ name: '', current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof, { name }) => {
    const started = await call('POST /api/settings/passkeys/start', { body: proof });
    const passkey = await makePasskey(started);
    const added = await call('POST /api/settings/passkeys/add', { body: { attempt: started.attempt, name, passkey } });
    form.reset();
    onAdded(added.recovery_codes);
  });
  return (
    <FormDialog
      open={open}
      title={t('profile.passkey_add')}
      confirmText={t('profile.continue')}
      form={form}
      onSubmit={byPassword}
      onClose={close}
    >
      <p>{t('profile.passkey_add_text')}</p>
      <TextField
        {...form.field('name')}
        label={t('profile.passkey_name')}
        hint={t('profile.passkey_name_hint')}
        autoComplete="off"
        maxLength={60}
        required
      />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
