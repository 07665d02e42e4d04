import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { useOwnTitle } from '#web/platform/own-title.ts';
import { isMissing, throwWithoutData } from '#web/platform/only-object.ts';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Conversation } from './Conversation.tsx';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { ContinueCard } from './ContinueCard.tsx';
import { ticketQuery } from './support-queries.ts';
import { TicketFacts } from './TicketFacts.tsx';

/** One ticket with its conversation. */
export function TicketPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const ticket = useQuery({ ...ticketQuery(id), throwOnError: throwWithoutData });
  useOwnTitle(ticket.data?.subject);
  if (isMissing(ticket.error) && !ticket.data) return <TicketMissing />;
  return (
    <Page
      title={<bdi>{ticket.data?.subject ?? t('tickets.ticket_title')}</bdi>}
      intro={ticket.data && <TicketFacts ticket={ticket.data} />}
      actions={
        <Go to="/tickets" className={buttonClass()}>
          {t('tickets.all_tickets')}
        </Go>
      }
      narrow
    >
      <QueryCard query={ticket} title={t('tickets.conversation')} skeleton={<ConversationSkeleton />}>
        {({ messages }) => <Conversation messages={messages.data} />}
      </QueryCard>
      {ticket.data && <ContinueCard />}
    </Page>
  );
}

function TicketMissing() {
  const t = useText();
  return (
    <Statement title={t('tickets.missing_title')} text={t('tickets.missing_text')}>
      <Go to="/tickets" className={buttonClass({ variant: 'primary' })}>
        {t('tickets.all_tickets')}
      </Go>
    </Statement>
  );
}
