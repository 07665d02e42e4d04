import { useQuery } from '@tanstack/react-query';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SettingsFrame } from '../SettingsFrame.tsx';
import { PreferencesTable } from './PreferencesTable.tsx';
import { HoursForm } from './HoursForm.tsx';
import { PushCard } from './PushCard.tsx';
import { pushQuery } from './push-query.ts';
import { preferencesQuery } from './preferences-query.ts';
import type { Event } from './use-preferences.ts';

/** What a person is notified of, by which channels, and when. */
export function NotificationSettingsPage() {
  const t = useText();
  const query = useQuery(preferencesQuery(useLanguage()));
  const { data: push } = useQuery(pushQuery);
  const hasDevice = push !== undefined && push.devices.length > 0;
  return (
    <SettingsFrame>
      <QueryCard
        query={query}
        skeleton={<Hero sentence label={t('notifications.channel_email')} value={<Skeleton width="16rem" />} />}
      >
        {({ events }) => <EmailsOn events={events} />}
      </QueryCard>
      <QueryCard query={query} title={t('notifications.preferences_title')} flush skeleton={<SkeletonRows count={6} />}>
        {({ events }) => <PreferencesTable events={events} hasDevice={hasDevice} />}
      </QueryCard>
      <PushCard />
      <QueryCard query={query} title={t('notifications.hours_title')} skeleton={<SkeletonRows count={2} />}>
        {(settings) => <HoursForm settings={settings} />}
      </QueryCard>
    </SettingsFrame>
  );
}

/** About how many topics anything comes by email. */
function EmailsOn({ events }: { events: readonly Event[] }) {
  const t = useText();
  const groupsOf = (some: readonly Event[]) => new Set(some.map(({ group }) => group)).size;
  const mailed = events.filter(({ channels }) =>
    channels.some(({ channel, enabled }) => channel === 'email' && enabled),
  );
  const [label, on, all] = [t('notifications.channel_email'), groupsOf(mailed), groupsOf(events)];
  const text = t('notifications.emails_on', { on, all, part: on === all ? 'all' : 'some' });
  return (
    <Hero
      sentence
      label={label}
      value={text}
      end={on < all && <Meter label={label} value={on} max={all} valueText={text} />}
    />
  );
}
