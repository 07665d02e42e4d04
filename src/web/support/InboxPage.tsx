import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { useChannel } from '#web/platform/realtime.ts';
import { isAdmin, useUser } from '#web/platform/session.ts';
import { useSettled } from '#web/platform/use-settled.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { RoomList, RoomListSkeleton } from './RoomList.tsx';
import { inboxQuery, inboxViews, presenceQuery, refreshInbox, type InboxFilter } from './support-queries.ts';

const typingRestMs = 300;

/** For support: the conversations of all clients, by whose turn it is. */
export function InboxPage() {
  const t = useText();
  const user = useUser();
  const [filter, setFilter] = useState<InboxFilter>({ view: 'waiting', search: '' });
  const inbox = useInfiniteQuery(inboxQuery({ ...filter, search: useSettled(filter.search.trim(), typingRestMs) }));
  const { data: presence } = useQuery(presenceQuery);
  useChannel('private-desk', {
    events: { 'room.changed': () => void refreshInbox() },
    joined: () => void refreshInbox(),
  });
  const counts = inbox.data?.pages[0]?.counts;
  const present = (presence?.agents ?? []).filter((agent) => agent.present && !agent.away);
  return (
    <Page
      title={t('chats.title')}
      intro={
        present.length > 0
          ? t('chats.present', { names: present.map(({ name }) => name).join(', ') })
          : t('chats.intro')
      }
      actions={
        isAdmin(user) && (
          <Go to="/admin/clients" className={buttonClass()}>
            {t('chats.clients')}
          </Go>
        )
      }
    >
      <QueryCard
        query={inbox}
        flush
        skeleton={<RoomListSkeleton />}
        above={
          <Filters label={t('chats.filter')} above>
            <SelectField
              label={t('chats.view')}
              options={inboxViews.map((value) => ({
                value,
                label: t(`chats.view_${value}`, {
                  count: counts && value in counts ? counts[value as keyof typeof counts] : '…',
                }),
              }))}
              value={filter.view}
              onChange={({ target }) => setFilter({ ...filter, view: target.value as InboxFilter['view'] })}
            />
            <TextField
              type="search"
              label={t('chats.search')}
              value={filter.search}
              maxLength={80}
              onChange={({ target }) => setFilter({ ...filter, search: target.value })}
            />
          </Filters>
        }
      >
        {({ pages }) => {
          const rooms = pages.flatMap((page) => page.rooms);
          if (rooms.length === 0)
            return filter.search || filter.view !== 'waiting' ? (
              <EmptyState icon={SearchX} title={t('chats.none_match_title')} text={t('chats.none_match_text')} />
            ) : (
              <EmptyState icon={Inbox} title={t('chats.empty_title')} text={t('chats.empty_text')} />
            );
          return (
            <div aria-busy={inbox.isPlaceholderData}>
              <RoomList rooms={rooms} />
              <MoreButton query={inbox} />
            </div>
          );
        }}
      </QueryCard>
    </Page>
  );
}
