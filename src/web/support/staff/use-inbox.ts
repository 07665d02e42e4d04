import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import type { SlaKind } from '#contract/support/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useChannel } from '#web/platform/realtime/realtime.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { presenceQuery, refreshInbox, refreshPresence } from './inbox-queries.ts';

export type Agent = ResponseOf<'POST /api/staff/support/presence'>['agents'][number];

const quiet = { loader: false };

/** The agents, with the one on this screen. While mounted, the screen receives all events of support. */
export function useInbox(roomId: string | null): { agents: readonly Agent[]; own: Agent | undefined } {
  const t = useText();
  const user = useSignedIn();
  const { data } = useQuery(presenceQuery(roomId));
  useChannel('private-staff', {
    events: {
      'room.changed': () => void refreshInbox(),
      'presence.changed': () => void refreshPresence(),
      'reply.due'(update) {
        void refreshInbox();
        const { assigneeId, sla } = update as { assigneeId: string | null; sla: SlaKind };
        if (assigneeId !== null && assigneeId !== user.id) return;
        toast({ text: t(sla === 'settle' ? 'chats.settle_notified' : 'chats.due_notified'), tone: 'neutral' });
      },
    },
    // Catches up with earlier events.
    joined() {
      void refreshInbox();
      void refreshPresence();
    },
  });
  useEffect(() => {
    if (roomId === null) return undefined;
    return () => {
      call('POST /api/staff/support/presence', { body: { left_id: roomId } }, quiet).catch(() => undefined);
    };
  }, [roomId]);
  const agents = data?.agents ?? [];
  return { agents, own: agents.find(({ id }) => id === user.id) };
}
