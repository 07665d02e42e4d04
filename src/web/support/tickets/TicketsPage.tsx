import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { OpenTicketDialog } from './OpenTicketDialog.tsx';
import { PinButton } from '../pin/PinButton.tsx';
import { ticketPagesQuery } from '../support-queries.ts';
import { SupportState } from '../SupportState.tsx';
import { readTicketFilter, writeTicketFilter, type TicketFilter } from './filter.ts';
import { TicketFilters } from './TicketFilters.tsx';
import { TicketsTable } from './TicketsTable.tsx';

const typingDelayMs = 300;
/** So many are seen at once, and need no filter. */
const fewTickets = 10;

/** The own tickets, with the filter of the address, and the form of a new one, which `?new=1` opens at once. */
export function TicketsPage() {
  const t = useText();
  const navigate = useNavigate();
  const address: Record<string, unknown> = useSearch({ strict: false });
  const [filter, setFilter] = useState(() => readTicketFilter(address));
  const [isConfirming, setIsConfirming] = useState('new' in address);
  const search = useDebounced(filter.search.trim(), typingDelayMs);
  const tickets = useInfiniteQuery(ticketPagesQuery({ ...filter, search }));
  const isNarrowed = Object.keys(writeTicketFilter(filter)).length > 0;
  const narrow = (next: TicketFilter) => {
    setFilter(next);
    void navigate({ to: '.', search: writeTicketFilter(next), replace: true });
  };
  const request = (
    <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setIsConfirming(true)}>
      {t('tickets.open_ticket')}
    </Button>
  );
  const all = tickets.data?.pages.flat() ?? [];
  const unread = all.reduce((sum, { unread_count }) => sum + unread_count, 0);
  const isAllAnswered = all.length > 0 && all.every(({ status }) => status !== 'open');
  const hasTickets = isNarrowed || tickets.data?.pages[0]?.length !== 0;
  const list = (
    <QueryCard
      query={tickets}
      flush
      skeleton={<SkeletonRows count={4} />}
      above={(isNarrowed || all.length >= fewTickets) && <TicketFilters filter={filter} onChange={narrow} />}
    >
      {({ pages }) => {
        const shown = pages.flat();
        if (shown.length > 0) {
          return (
            <div aria-busy={tickets.isPlaceholderData}>
              <TicketsTable tickets={shown} />
              <MoreButton query={tickets} />
            </div>
          );
        }
        if (isNarrowed) return <NoMatch onClear={() => narrow(readTicketFilter({}))} />;
        return (
          <EmptyState
            icon={<Drawing name="bench" />}
            title={t('tickets.empty_title')}
            text={t('tickets.empty_text')}
            action={request}
          />
        );
      }}
    </QueryCard>
  );
  return (
    <Page
      title={t('tickets.title')}
      intro={
        <>
          {unread > 0 ? <strong>{t('tickets.to_read', { count: unread })}</strong> : t('tickets.intro')}
          {!isAllAnswered && (
            <>
              <br />
              <SupportState />
            </>
          )}
        </>
      }
      actions={
        <>
          <PinButton />
          {hasTickets && request}
        </>
      }
    >
      {list}
      <OpenTicketDialog open={isConfirming} onClose={() => setIsConfirming(false)} />
    </Page>
  );
}
