import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { sessionsQuery } from './sessions-query.ts';

type Which = RequestOf<'POST /api/settings/sessions/revoke'>['body'];

/** Ends one session, or with no id all but this one; the list is read anew either way. */
export function useEndSessions() {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Which) => call('POST /api/settings/sessions/revoke', { body }),
    onSuccess: ({ revoked }) => toast({ text: t('settings.sessions_ended', { count: revoked }) }),
    onError: (error) =>
      toast({ text: error instanceof ApiError ? error.message : t('common.went_wrong'), tone: 'negative' }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return { isBusy: isPending, end: mutate };
}
