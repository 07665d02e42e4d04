import { useQuery } from '@tanstack/react-query';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SettingsFrame } from '../SettingsFrame.tsx';
import { PreferencesTable } from './PreferencesTable.tsx';
import { HoursForm } from './HoursForm.tsx';
import { PushCard } from './PushCard.tsx';
import { pushQuery } from './push-query.ts';
import { preferencesQuery } from './preferences-query.ts';

/** What a person is notified of, by which channels, and when. */
export function NotificationSettingsPage() {
  const t = useText();
  const query = useQuery(preferencesQuery(useLanguage()));
  const { data: push } = useQuery(pushQuery);
  const hasDevice = push !== undefined && push.devices.length > 0;
  return (
    <SettingsFrame>
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
