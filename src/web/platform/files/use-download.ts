import { toast } from '#web/ui/feedback/toast.ts';
import { ApiError } from '../api/api-error.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import { useText } from '../i18n/i18n.tsx';

/** Saves a file that an action fetches; when that fails it says why. */
export function useDownload() {
  const t = useText();
  const form = useCallForm({});
  const save = (action: () => Promise<void>) =>
    form.submit(async () => {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toast({ text: error.message || t('common.went_wrong'), tone: 'negative' });
      }
    })();
  return { busy: form.busy, save };
}
