import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { EndOthers } from './EndOthers.tsx';
import { SessionLine } from './SessionLine.tsx';
import { sessionsQuery } from './sessions-query.ts';

/** Where the client is signed in, and the ends of that. */
export function SessionsCard() {
  const t = useText();
  const sessions = useQuery(sessionsQuery);
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <QueryCard
      query={sessions}
      title={t('profile.sessions_title')}
      flush
      actions={others > 0 && <EndOthers count={others} />}
      skeleton={<SkeletonRows count={2} />}
    >
      {(list) => (
        <ul>
          {list.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      )}
    </QueryCard>
  );
}
