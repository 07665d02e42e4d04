import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LifeBuoy, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Ticket } from '#contract/support.ts';
import { useText } from '#web/platform/i18n.tsx';
import { ticketsQuery } from '#web/platform/list-queries.ts';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { OpenTicketDialog } from './OpenTicketDialog.tsx';
import { TicketsTable } from './TicketsTable.tsx';

/** The own tickets, and the way to a new one, which `?new=1` opens at once. */
export function TicketsPage() {
  const t = useText();
  const tickets = useQuery(ticketsQuery);
  const [status, setStatus] = useState<Ticket['status'] | ''>('');
  const [isAsking, setIsAsking] = useState('new' in useSearch({ strict: false }));
  const ask = (
    <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setIsAsking(true)}>
      {t('tickets.open_ticket')}
    </Button>
  );
  const hasTickets = tickets.data?.length !== 0;
  return (
    <Page title={t('tickets.title')} intro={t('tickets.intro')} actions={hasTickets && ask}>
      <QueryCard
        query={tickets}
        flush
        skeleton={<SkeletonRows count={4} />}
        above={hasTickets && <StatusFilter status={status} onChange={setStatus} />}
      >
        {(rows) => {
          const shown = rows.filter((ticket) => status === '' || ticket.status === status);
          if (shown.length > 0) return <TicketsTable tickets={shown} />;
          if (rows.length > 0) return <EmptyState icon={SearchX} title={t('tickets.none_match')} />;
          return (
            <EmptyState icon={LifeBuoy} title={t('tickets.empty_title')} text={t('tickets.empty_text')} action={ask} />
          );
        }}
      </QueryCard>
      <OpenTicketDialog open={isAsking} onClose={() => setIsAsking(false)} />
    </Page>
  );
}

const statuses = ['open', 'answered', 'resolved', 'closed'] as const satisfies Ticket['status'][];

interface StatusFilterProps {
  status: Ticket['status'] | '';
  onChange: (status: Ticket['status'] | '') => void;
}

function StatusFilter({ status, onChange }: StatusFilterProps) {
  const t = useText();
  return (
    <Filters label={t('tickets.filter')} above>
      <SelectField
        label={t('tickets.status')}
        placeholder={t('tickets.every_status')}
        options={statuses.map((value) => ({ value, label: t(`tickets.status_${value}`) }))}
        value={status}
        onChange={(event) => onChange(event.target.value as Ticket['status'] | '')}
      />
    </Filters>
  );
}
