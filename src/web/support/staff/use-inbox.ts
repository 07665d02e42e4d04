import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import type { PromiseKind } from '#contract/support-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useChannel } from '#web/platform/realtime/realtime.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { presenceQuery, refreshInbox, refreshPresence } from './inbox-queries.ts';

export type Agent = AnswerOf<'POST /api/staff/support/presence'>['agents'][number];

const quiet = { loader: false };

/** The people of support, with the one who looks at this screen. Meanwhile the screen hears of all that happens at the desk. */
export function useDesk(roomId: string | null): { agents: readonly Agent[]; own: Agent | undefined } {
  const t = useText();
  const user = useSignedIn();
  const { data } = useQuery(presenceQuery(roomId));
  useChannel('private-desk', {
    events: {
      'room.changed': () => void refreshInbox(),
      'presence.changed': () => void refreshPresence(),
      'answer.due'(told) {
        void refreshInbox();
        const { assigneeId, promise } = told as { assigneeId: string | null; promise: PromiseKind };
        if (assigneeId !== null && assigneeId !== user.id) return;
        toast({ text: t(promise === 'settle' ? 'chats.settle_told' : 'chats.due_told'), tone: 'neutral' });
      },
    },
    // What was told before is made up for.
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
