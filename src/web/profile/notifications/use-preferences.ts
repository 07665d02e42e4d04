import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationChannel, NotificationGroup } from '#contract/notifications/names.ts';
import type { NotificationSettings } from '#contract/notifications/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { preferencesQuery } from './preferences-query.ts';

export type Event = NotificationSettings['events'][number];

/** What is chosen about: one event, or a group of them. */
export type Preference = { channel: NotificationChannel; enabled: boolean } & (
  | { kind: Event['kind'] }
  | { group: NotificationGroup }
);

/** Saves choices one after the other; each shows at once, and is reverted when it could not be saved. */
export function usePreferences(): (preference: Preference) => void {
  const t = useText();
  const queries = useQueryClient();
  const { queryKey } = preferencesQuery(useLanguage());
  const mutationKey = ['choose-notifications'];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'choose-notifications' },
    mutationFn: (preference: Preference) =>
      'kind' in preference
        ? call('POST /api/notifications/preferences/kind', { body: preference })
        : call('POST /api/notifications/preferences', { body: preference }),
    onMutate: (preference) =>
      queries.setQueryData(
        queryKey,
        (stored) => stored && { ...stored, events: stored.events.map(chosen(preference)) },
      ),
    // While further choices wait, the answer to this one does not know of them yet.
    onSuccess: (settings) => {
      if (queries.isMutating({ mutationKey }) === 1) showResponse(queryKey, settings);
    },
    onError: () => {
      toast({ tone: 'negative', text: t('common.went_wrong') });
      void queries.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

const chosen = (preference: Preference) => (event: Event) => {
  const isMeant = 'kind' in preference ? event.kind === preference.kind : event.group === preference.group;
  if (!isMeant) return event;
  const channels = event.channels.map((each) =>
    each.channel === preference.channel && !each.fixed ? { ...each, enabled: preference.enabled } : each,
  );
  return { ...event, channels };
};
