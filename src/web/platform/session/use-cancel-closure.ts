import { toast } from '#web/ui/feedback/toast.ts';
import { call } from '../api/api.ts';
import { useText } from '../i18n/i18n.tsx';
import { queries } from '../api/query-client.ts';
import { refreshUser } from './session.ts';
import { useAsyncAction } from '../forms/use-async-action.ts';

/** Cancels the closure of the own account, and shows the result. */
export function useCancelClosure() {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const cancelClosure = async () => {
    try {
      await call('POST /api/settings/closure/cancel', { body: {} });
      toast({ text: t('shell.closure_kept') });
    } finally {
      await Promise.all([refreshUser(), queries.invalidateQueries({ queryKey: ['closing'] })]);
    }
  };
  return { isBusy, cancelClosure: () => run(cancelClosure) };
}
