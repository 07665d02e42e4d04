import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { TicketWithMessages } from '#contract/support/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { Composer } from '../conversation/Composer.tsx';
import { ConversationSkeleton } from '../conversation/ConversationSkeleton.tsx';
import { MessageList } from '../conversation/MessageList.tsx';
import { RateForm } from '../RateForm.tsx';
import { ticketQuery } from '../support-queries.ts';
import { SupportState } from '../SupportState.tsx';
import { TicketState } from './TicketState.tsx';
import styles from './TicketPage.module.css';
import { TypingLine } from '../conversation/TypingLine.tsx';
import { useDraft } from '../conversation/use-draft.ts';
import { useTalk } from '../talk/use-talk.ts';

/** One ticket with its conversation, and the way to go on with it. */
export function TicketPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const ticket = useQuery({ ...ticketQuery(id), throwOnError: throwWithoutData });
  if (isNotFound(ticket.error) && !ticket.data) return <TicketMissing />;
  const isSettled = ticket.data?.status === 'resolved' || ticket.data?.status === 'closed';
  return (
    <Page
      title={<bdi>{ticket.data?.subject ?? t('tickets.ticket_title')}</bdi>}
      state={ticket.data && <TicketState ticket={ticket.data} />}
      back={<Link to="/tickets">{t('tickets.all_tickets')}</Link>}
      actions={ticket.data && !isSettled && <SettleButton id={id} />}
    >
      <QueryCard
        query={ticket}
        title={t('tickets.conversation')}
        titled={false}
        flush
        skeleton={<ConversationSkeleton />}
      >
        {(data) => <TicketTalk key={id} ticket={data} />}
      </QueryCard>
    </Page>
  );
}

function TicketTalk({ ticket }: { ticket: TicketWithMessages }) {
  const t = useText();
  const { ticket_id: id, status, answered: hasReply, rating, previous, next } = ticket;
  const { talk, typing } = useTalk(id, 'client');
  const draft = useDraft(id);
  const isSettled = status === 'resolved' || status === 'closed';
  const showsRating = isSettled && hasReply && rating === null;
  return (
    <div className={cx(styles.talk, showsRating && styles.rated)} {...draft.drop}>
      {previous && (
        <p className={styles.line}>
          <Link to={`/tickets/${previous.ticket_id}`}>{t('tickets.continues', { number: previous.number })}</Link>
        </p>
      )}
      <MessageList talk={talk} side="client" label={t('tickets.conversation')} />
      <TypingLine talk={talk} typing={typing} className={styles.line} />
      {next && (
        <p className={styles.line}>
          <Link to={`/tickets/${next.ticket_id}`}>{t('tickets.continued_in', { number: next.number })}</Link>
        </p>
      )}
      {showsRating && <RateForm roomId={id} onRated={refresh} />}
      {isSettled && (
        <p className={styles.line}>{t(status === 'closed' ? 'tickets.reply_begins' : 'tickets.reply_reopens')}</p>
      )}
      {status === 'open' && (
        <p className={styles.line}>
          <SupportState roomId={id} />
        </p>
      )}
      <Composer talk={talk} typing={typing} draft={draft} />
    </div>
  );
}

function SettleButton({ id }: { id: string }) {
  const t = useText();
  const form = useCallForm({});
  const settle = form.submit(async () => {
    await call('POST /api/tickets/resolve', { body: { ticket_id: id } });
    await refresh();
  });
  return (
    <Button busy={form.busy} icon={<Check {...icon} />} onClick={() => settle()}>
      {t('tickets.settle')}
    </Button>
  );
}

async function refresh(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['ticket'] }),
    queries.invalidateQueries({ queryKey: ['tickets'] }),
  ]);
}

function TicketMissing() {
  const t = useText();
  return (
    <Statement title={t('tickets.missing_title')} text={t('tickets.missing_text')}>
      <Link to="/tickets" className={buttonClass({ variant: 'primary' })}>
        {t('tickets.all_tickets')}
      </Link>
    </Statement>
  );
}
