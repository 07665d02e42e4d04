import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { tryAllAgain } from './jobs-query.ts';

/** Confirms first: what still cannot arrive is given up again. */
export function TryAllDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useCallForm({});
  return (
    <FormDialog
      title={t('jobs.try_all')}
      confirmText={t('jobs.try_all')}
      form={form}
      onClose={onClose}
      onSubmit={form.submit(async () => {
        const count = await tryAllAgain();
        onClose();
        toast({ text: t('jobs.tried_all', { count }) });
      })}
    >
      <p>{t('jobs.try_all_text')}</p>
    </FormDialog>
  );
}
