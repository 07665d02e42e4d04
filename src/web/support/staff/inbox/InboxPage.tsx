import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import textStyles from '#web/ui/Text.module.css';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { downloadInbox, inboxQuery, setAway } from '../inbox-queries.ts';
import { SupportTabs } from '../SupportTabs.tsx';
import { readInboxFilter, wholeInbox, writeInboxFilter, type InboxFilter } from './filter.ts';
import { InboxFilters } from './InboxFilters.tsx';
import { useInbox } from '../use-inbox.ts';
import { useKeys } from '#web/platform/keys/use-keys.ts';
import { keepQueue } from '#web/platform/lists/queue.ts';
import { RoomList, RoomListSkeleton } from './RoomList.tsx';
import { UnsentNotice } from './UnsentNotice.tsx';

const typingDelayMs = 300;

/** For support: the conversations of all clients, by whose turn it is; the address has the filter. */
export function InboxPage() {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  const { run } = useAsyncAction();
  const navigate = useNavigate();
  const address: Record<string, unknown> = useSearch({ strict: false });
  const [filter, setFilter] = useState(() => readInboxFilter(address));
  const search = useDebounced(filter.search.trim(), typingDelayMs);
  const inbox = useInfiniteQuery(inboxQuery({ ...filter, search }));
  const { agents, own } = useInbox(null);
  const listed = (inbox.data?.pages ?? []).flatMap(({ rooms }) => rooms);
  const frame = useRef<HTMLDivElement>(null);
  const narrow = (next: InboxFilter) => {
    setFilter(next);
    void navigate({ to: '.', search: writeInboxFilter(next), replace: true });
  };
  const focusSearch = () => frame.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  useKeys([
    { key: 'j', label: t('chats.key_next'), scope: 'list', run: () => step(frame.current, 1), repeats: true },
    { key: 'k', label: t('chats.key_previous'), scope: 'list', run: () => step(frame.current, -1), repeats: true },
    { key: 'Enter', label: t('chats.key_open'), scope: 'list' },
    { key: '/', label: t('chats.key_search'), scope: 'list', run: focusSearch },
  ]);
  // What a conversation was opened from, so that one can go on from it to the next.
  useEffect(() =>
    keepQueue('/chats', { search: writeInboxFilter(filter), paths: listed.map(({ id }) => `/chats/${id}`) }),
  );
  const others = agents.filter(({ id, present, away }) => id !== user.id && present && !away);
  const isEmpty = inbox.data !== undefined && listed.length === 0;
  const isNarrowed = Object.keys(writeInboxFilter({ ...filter, sort: wholeInbox.sort })).length > 0;
  return (
    <Page
      title={t('chats.title')}
      intro={
        others.length > 0
          ? t('chats.present', { names: format.list(others.map(({ name }) => name)) })
          : t('chats.intro')
      }
      actions={
        <>
          <Switch
            label={t('chats.i_am_here')}
            checked={own ? !own.away : true}
            disabled={!own}
            onChange={({ target }) => run(() => setAway(!target.checked))}
          />
          {isAdmin(user) && (
            <Link to="/admin/clients" className={cx(buttonClass(), textStyles.wide)}>
              {t('chats.clients')}
            </Link>
          )}
          {!isEmpty && <CsvButton action={() => downloadInbox({ ...filter, search })} />}
        </>
      }
    >
      <SupportTabs />
      <UnsentNotice wayTo={(id) => ({ to: `/chats/${id}`, name: listed.find((room) => room.id === id)?.client })} />
      <div ref={frame}>
        <QueryCard
          query={inbox}
          flush
          skeleton={<RoomListSkeleton />}
          above={
            (isNarrowed || !isEmpty) && (
              <InboxFilters filter={filter} counts={inbox.data?.pages[0]?.counts} onChange={narrow} />
            )
          }
        >
          {({ pages }) => {
            const rooms = pages.flatMap((page) => page.rooms);
            if (rooms.length === 0)
              return isNarrowed ? (
                <EmptyState icon={SearchX} title={t('lists.none_match')} text={t('chats.none_match_text')} />
              ) : (
                <EmptyState
                  icon={<Drawing name="bench" />}
                  title={t('chats.empty_title')}
                  text={t('chats.empty_text')}
                />
              );
            return (
              <div aria-busy={inbox.isPlaceholderData}>
                <RoomList rooms={rooms} search={search} agents={agents.filter(({ id }) => id !== user.id)} />
                <MoreButton query={inbox} />
              </div>
            );
          }}
        </QueryCard>
      </div>
    </Page>
  );
}

/** Moves the focus to the next conversation, or the one before; from elsewhere to the first, or the last. */
function step(frame: HTMLElement | null, by: 1 | -1): void {
  const links = [...(frame?.querySelectorAll<HTMLElement>('li h2 a') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  links.at(at < 0 ? (by > 0 ? 0 : -1) : Math.min(Math.max(at + by, 0), links.length - 1))?.focus();
}
