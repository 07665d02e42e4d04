import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/** The head that the three screens of the settings share. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Page title={t('settings.title')} narrow>
      <Tabs label={t('settings.title')}>
        <Go to="/settings/profile">{t('settings.profile_title')}</Go>
        <Go to="/settings/settings">{t('settings.settings_title')}</Go>
        <Go to="/settings/notifications">{t('settings.notifications_title')}</Go>
        <Go to="/settings/verification">{t('settings.verification_title')}</Go>
      </Tabs>
      {children}
    </Page>
  );
}
