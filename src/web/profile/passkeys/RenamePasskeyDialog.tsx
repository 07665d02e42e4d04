import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';

interface RenamePasskeyDialogProps {
  passkey: { id: string; name: string } | undefined;
  onClose: () => void;
  onRenamed: () => void;
}

/** Gives a passkey another name. Mounted again for each. */
export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const t = useText();
  const form = useCallForm({ name: passkey?.name ?? '' });
  const rename = form.submit(async ({ name }) => {
    await call('POST /api/settings/passkeys/rename', { body: { passkey_id: passkey?.id ?? '', name } });
    onRenamed();
  });
  return (
    <FormDialog
      open={passkey !== undefined}
      title={t('profile.passkey_rename_title')}
      confirmText={t('common.save')}
      form={form}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('profile.passkey_name')} autoComplete="off" maxLength={60} required />
    </FormDialog>
  );
}
