import { useQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { holds } from '#web/platform/holds.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { isAdmin, useUser } from '#web/platform/session.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { RoomList, RoomListSkeleton } from './RoomList.tsx';
import { roomsQuery } from './support-queries.ts';

/** For staff: what clients wrote that is not resolved yet. */
export function ChatsPage() {
  const t = useText();
  const user = useUser();
  const rooms = useQuery(roomsQuery);
  const [wish, setWish] = useState('');
  const clients = isAdmin(user) && (
    <Go to="/admin/clients" className={buttonClass()}>
      {t('chats.clients')}
    </Go>
  );
  return (
    <Page title={t('chats.title')} intro={t('chats.intro')} actions={clients}>
      <QueryCard
        query={rooms}
        flush
        skeleton={<RoomListSkeleton />}
        above={
          <Filters label={t('chats.filter')} above>
            <TextField
              type="search"
              label={t('chats.search')}
              value={wish}
              onChange={(event) => setWish(event.target.value)}
            />
          </Filters>
        }
      >
        {(list) => {
          const found = list.filter(({ client, number, subject, last_message }) =>
            holds(wish, client, number, subject, last_message),
          );
          if (found.length > 0) return <RoomList rooms={found} />;
          return list.length > 0 ? (
            <EmptyState icon={SearchX} title={t('chats.none_match_title')} text={t('chats.none_match_text')} />
          ) : (
            <EmptyState icon={Inbox} title={t('chats.empty_title')} text={t('chats.empty_text')} />
          );
        }}
      </QueryCard>
    </Page>
  );
}
