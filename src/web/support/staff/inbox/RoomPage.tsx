import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ConversationSkeleton } from '../../conversation/ConversationSkeleton.tsx';
import styles from '../SupportStaff.module.css';
import { ConversationStatus } from '../ConversationStatus.tsx';
import { staffRoomQuery } from '../inbox-queries.ts';
import { RoomTalk } from './RoomTalk.tsx';
import { useInbox } from '../use-inbox.ts';
import { QueueNav } from '#web/platform/lists/QueueNav.tsx';
import { RoomActions } from './RoomActions.tsx';

/** For support: one conversation, its client beside it, its actions, and who else views it. */
export function RoomPage() {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...staffRoomQuery(id), throwOnError: throwWithoutData });
  const { agents } = useInbox(id);
  const ways = <QueueNav list="/chats" title={t('chats.title')} />;
  if (isNotFound(query.error) && !query.data)
    return (
      <Statement title={t('chats.missing_title')} text={t('chats.missing_text')}>
        {ways}
      </Statement>
    );
  const room = query.data?.room;
  const here = agents.filter((agent) => agent.room_ids.includes(id) && agent.id !== user.id);
  return (
    <Page
      title={room ? <bdi>{room.client}</bdi> : t('chats.chat')}
      state={room && <ConversationStatus room={room} />}
      intro={room && <>{aboutOf(t, room)}</>}
      back={ways}
    >
      <div role="status" className={styles.told}>
        {here.length > 0 && (
          <Alert tone="accent">
            <p>{t('chats.access_log_too', { names: format.list(here.map(({ name }) => name)) })}</p>
          </Alert>
        )}
      </div>
      {query.data && <RoomActions key={id} info={query.data} agents={agents} />}
      <Beside
        aside={
          <QueryCard query={query} title={t('chats.client')} skeleton={<SkeletonRows count={8} />}>
            {(info) => <ClientFacts info={info} />}
          </QueryCard>
        }
      >
        <QueryCard query={query} title={t('chats.messages')} flush skeleton={<ConversationSkeleton />}>
          {(info) => <RoomTalk key={id} info={info} agents={agents} />}
        </QueryCard>
      </Beside>
    </Page>
  );
}

const aboutOf = (t: ReturnType<typeof useText>, { number, subject }: StaffRoomInfo['room']) =>
  number === null ? t('chats.chat') : t('chats.ticket', { number, subject: subject ?? '' });
