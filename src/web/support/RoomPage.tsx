import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeskRoomInfo } from '#contract/support-desk.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { isMissing, throwWithoutData } from '#web/platform/only-object.ts';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { useChannel } from '#web/platform/realtime.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Columns, Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { CannedPicker } from './CannedPicker.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { Composer } from './Composer.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { MessageList } from './MessageList.tsx';
import { RoomActs } from './RoomActs.tsx';
import { deskRoomQuery, presenceQuery, refreshInbox } from './support-queries.ts';
import styles from './TicketPage.module.css';
import { useTalk } from './use-talk.ts';

/** For support: one conversation, its client beside it, and what may be done with it. */
export function RoomPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...deskRoomQuery(id), throwOnError: throwWithoutData });
  useQuery(presenceQuery);
  useChannel('private-desk', {
    events: { 'room.changed': () => void refreshInbox() },
    joined: () => void refreshInbox(),
  });
  const back = (
    <Go to="/chats" className={buttonClass()}>
      {t('chats.title')}
    </Go>
  );
  if (isMissing(query.error) && !query.data)
    return (
      <Statement title={t('chats.missing_title')} text={t('chats.missing_text')}>
        {back}
      </Statement>
    );
  const room = query.data?.room;
  return (
    <Page
      title={room ? <bdi>{room.client}</bdi> : t('chats.chat')}
      intro={
        room &&
        (room.number === null
          ? t('chats.chat')
          : t('chats.ticket', { number: room.number, subject: room.subject ?? '' }))
      }
      actions={back}
    >
      {query.data && <RoomActs info={query.data} />}
      <Columns wide>
        <QueryCard query={query} title={t('chats.messages')} flush skeleton={<ConversationSkeleton />}>
          {(info) => <RoomTalk key={id} info={info} />}
        </QueryCard>
        <QueryCard query={query} title={t('chats.client')} skeleton={<SkeletonRows count={8} />}>
          {(info) => <ClientFacts info={info} />}
        </QueryCard>
      </Columns>
    </Page>
  );
}

function RoomTalk({ info }: { info: DeskRoomInfo }) {
  const t = useText();
  const { talk, typing } = useTalk(info.room.id, 'support');
  const [draft, setDraft] = useState('');
  return (
    <div className={styles.talk}>
      <MessageList talk={talk} side="support" label={t('chats.messages')} />
      <p className={styles.line} role="status">
        {typing.others && t('chats.typing', { name: info.room.client })}
      </p>
      <CannedPicker info={info} onPick={(text) => setDraft(draft === '' ? text : `${draft}\n${text}`)} />
      <Composer talk={talk} typing={typing} notes draft={draft} onDraft={setDraft} />
    </div>
  );
}
