import { toast } from '#web/ui/toast.ts';
import { call } from '../api/api.ts';
import { useText } from '../i18n/i18n.tsx';
import { queries } from '../api/query-client.ts';
import { refreshUser } from './session.ts';
import { useAct } from '../forms/use-async-action.ts';

/** Takes back that the own account is to be closed, and says so. */
export function useKeepAccount() {
  const t = useText();
  const { isBusy, act } = useAct();
  const keep = async () => {
    try {
      await call('POST /api/settings/closing/keep', { body: {} });
      toast({ text: t('shell.closing_kept') });
    } finally {
      await Promise.all([refreshUser(), queries.invalidateQueries({ queryKey: ['closing'] })]);
    }
  };
  return { isBusy, keep: () => act(keep) };
}
