import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Brand, BrandLogo } from './Brand.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import styles from './TopBar.module.css';

/** The bar of every layout. `actions` and `end` are what a signed-in person gets on top. */
export function TopBar({ actions, end }: { actions?: ReactNode; end?: ReactNode }) {
  const t = useText();
  const user = useUser();
  return (
    <header className={styles.bar}>
      <a href="#content" className={styles.skip}>
        {t('common.skip_to_content')}
      </a>
      <Go to={user ? '/home' : '/'} className={styles.brand}>
        {windowConfig.logo ? (
          <BrandLogo name={windowConfig.appName} logo={windowConfig.logo} />
        ) : (
          <>
            <Brand />
            {/* Beside all the signs of a signed-in person a phone has room for the mark alone; a reader still hears the name. */}
            {end ? <VisuallyHidden onPhone>{windowConfig.appName}</VisuallyHidden> : windowConfig.appName}
          </>
        )}
      </Go>
      <div className={styles.actions}>{actions}</div>
      <ThemeSwitch />
      <LanguageMenu />
      {end}
    </header>
  );
}
