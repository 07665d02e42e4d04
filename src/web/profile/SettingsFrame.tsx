import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import styles from '#web/ui/layout/Tabs.module.css';

/** The head that the screens of the settings share. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Page title={t('profile.title')}>
      <div className={styles.frame}>
        <Tabs label={t('profile.title')}>
          <Link to="/settings/profile">{t('profile.profile_title')}</Link>
          <Link to="/settings/settings">{t('profile.settings_title')}</Link>
          <Link to="/settings/notifications">{t('profile.notifications_title')}</Link>
          <Link to="/settings/verification">{t('profile.verification_title')}</Link>
        </Tabs>
        <div className={styles.parts}>{children}</div>
      </div>
    </Page>
  );
}
