import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { sessionsQuery } from './sessions-query.ts';

type Which = RequestOf<'POST /api/settings/sessions/revoke'>['body'];

/** Ends one session, or with no id all but this one; the list is refetched either way. */
export function useEndSessions() {
  const t = useText();
  return async (body: Which): Promise<void> => {
    const ended = call('POST /api/settings/sessions/revoke', { body });
    const { revoked } = await ended.finally(() => void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }));
    toast({ text: t('profile.sessions_ended', { count: revoked }) });
  };
}
