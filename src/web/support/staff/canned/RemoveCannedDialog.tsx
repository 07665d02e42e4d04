import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { refreshCanned } from '../inbox-queries.ts';

/** Asks before an answer is kept ready no longer. Open while there is one. */
export function RemoveCannedDialog({ shortcut, onClose }: { shortcut: string | undefined; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({});
  const remove = form.submit(async () => {
    if (shortcut) await call('POST /api/staff/support/canned/remove', { body: { shortcut } });
    onClose();
    await refreshCanned();
  });
  return (
    <Dialog
      open={shortcut !== undefined}
      title={t('chats.remove_named', { name: shortcut ?? '' })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('chats.remove')}
      onConfirm={remove}
      busy={form.busy}
      onClear={onClose}
    >
      <FormErrors messages={form.messages} />
      <p>{t('chats.remove_text')}</p>
    </Dialog>
  );
}
