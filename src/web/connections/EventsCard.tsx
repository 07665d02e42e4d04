import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ProviderEvent } from '#contract/connections/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import lines from '#web/ui/tables/Lines.module.css';
import styles from './Connections.module.css';
import { eventsQuery, refreshConnections } from './connections-query.ts';

const tones = { waiting: 'warning', done: 'neutral', ignored: 'neutral', failed: 'negative' } as const;

/** What providers sent, and what became of it. */
export function EventsCard() {
  const t = useText();
  const events = useInfiniteQuery(eventsQuery);
  const roles = useUser()?.roles ?? [];
  const mayReplay = roles.includes('finance') || roles.includes('admin');
  return (
    <QueryCard query={events} flush title={t('connections.events')} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const found = pages.flatMap((page) => page.events);
        if (found.length === 0)
          return <EmptyState icon={Inbox} title={t('connections.no_events')} text={t('connections.no_events_text')} />;
        return (
          <>
            <ul>
              {found.map((event) => (
                <EventLine key={event.id} event={event} mayReplay={mayReplay} />
              ))}
            </ul>
            <MoreButton query={events} />
          </>
        );
      }}
    </QueryCard>
  );
}

function EventLine({ event, mayReplay }: { event: ProviderEvent; mayReplay: boolean }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const replay = async () => {
    await call('POST /api/staff/connections/replay', { body: { event_id: event.id } });
    await refreshConnections();
    toast({ text: t('connections.replayed') });
  };
  return (
    <li className={styles.line}>
      <p className={lines.name}>
        <bdi className={styles.code} translate="no">
          {event.type}
        </bdi>
        <State tone={tones[event.state]}>{t(`connections.event_${event.state}`)}</State>
      </p>
      <div className={lines.facts}>
        <DateTime at={event.at} />
        <bdi>{event.connection}</bdi>
        {event.ref && <bdi translate="no">{event.ref}</bdi>}
        <span>{t('operator.attempts', { count: event.attempts })}</span>
        {event.repeated_at && (
          <>
            <span>{t('connections.event_repeats', { count: event.repeats })}</span>
            <span>
              <DateTime at={event.repeated_at} within="connections.event_repeated" />
            </span>
          </>
        )}
        {event.error && (
          <bdi className={styles.failing} translate="no">
            {event.error}
          </bdi>
        )}
      </div>
      {mayReplay && event.state !== 'waiting' && (
        <div className={flowStyles.row}>
          <Button size="small" busy={isBusy} onClick={() => run(replay)}>
            {t('connections.replay')}
          </Button>
        </div>
      )}
    </li>
  );
}
