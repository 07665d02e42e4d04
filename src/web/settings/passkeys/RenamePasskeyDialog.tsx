import { useId } from 'react';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../factor/Factor.module.css';

interface RenamePasskeyDialogProps {
  passkey: { id: string; name: string } | undefined;
  onClose: () => void;
  onRenamed: () => void;
}

/** Gives a passkey another name. Mounted anew for each. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ name: passkey?.name ?? '' });
  const rename = form.submit(async ({ name }) => {
    await call('POST /api/settings/passkeys/rename', { body: { passkey_id: passkey?.id ?? '', name } });
    onRenamed();
  });
  return (
    <Dialog
      open={passkey !== undefined}
      title={t('settings.passkey_rename_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('common.save')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={rename}>
        <FormErrors messages={form.messages} />
        <TextField
          {...form.field('name')}
          label={t('settings.passkey_name')}
          autoComplete="off"
          maxLength={60}
          required
        />
      </form>
    </Dialog>
  );
}
