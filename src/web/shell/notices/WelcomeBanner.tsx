import { useEffect, useState } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { stored, welcomeBannerMs } from '#contract/kernel/constants.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { readCookie, writeLastingCookie } from '#web/platform/session/browser-storage.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import styles from './WelcomeBanner.module.css';

/** Greets once after a sign-in and fades by itself. */
export function WelcomeBanner({ user }: { user: User }) {
  const t = useText();
  const [isShown, setIsShown] = useState(() => readCookie(stored.welcomeShown) === undefined);
  useEffect(() => {
    if (!isShown) return;
    writeLastingCookie(stored.welcomeShown, '1');
    const timer = setTimeout(() => setIsShown(false), welcomeBannerMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className={styles.banner} role="status" style={{ animationDuration: `${welcomeBannerMs}ms` }}>
      <p className={styles.name}>{t('shell.welcome_name', { name: user.full_name })}</p>
      <p>{t('shell.welcome_to', { app: windowConfig.appName })}</p>
      <p className={styles.line}>{t('shell.welcome_line')}</p>
    </div>
  );
}
