import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationChannel, NotificationGroup } from '#contract/notification-names.ts';
import type { NotificationSettings } from '#contract/notifications.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { toast } from '#web/ui/toast.ts';
import { wishesQuery } from './preferences-query.ts';

export type Event = NotificationSettings['events'][number];

/** What is chosen about: one event, or a group of them. */
export type Choice = { channel: NotificationChannel; wanted: boolean } & (
  | { kind: Event['kind'] }
  | { group: NotificationGroup }
);

/** Keeps choices one after the other; each shows at once, and is taken back when it could not be kept. */
export function useChoices(): (choice: Choice) => void {
  const t = useText();
  const queries = useQueryClient();
  const { queryKey } = wishesQuery(useLanguage());
  const mutationKey = ['choose-notifications'];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'choose-notifications' },
    mutationFn: (choice: Choice) =>
      'kind' in choice
        ? call('POST /api/notifications/choose-kind', { body: choice })
        : call('POST /api/notifications/choose', { body: choice }),
    onMutate: (choice) =>
      queries.setQueryData(queryKey, (kept) => kept && { ...kept, events: kept.events.map(chosen(choice)) }),
    // While further choices wait, the answer to this one does not know of them yet.
    onSuccess: (settings) => queries.isMutating({ mutationKey }) === 1 && queries.setQueryData(queryKey, settings),
    onError: () => {
      toast({ tone: 'negative', text: t('common.went_wrong') });
      void queries.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

const chosen = (choice: Choice) => (event: Event) => {
  const isMeant = 'kind' in choice ? event.kind === choice.kind : event.group === choice.group;
  if (!isMeant) return event;
  const channels = event.channels.map((each) =>
    each.channel === choice.channel && !each.fixed ? { ...each, wanted: choice.wanted } : each,
  );
  return { ...event, channels };
};
