import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { homeOf } from '#web/platform/navigation/guards.ts';
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
      <Link to={user ? homeOf(user) : '/'} className={styles.brand}>
        {windowConfig.logo ? (
          <BrandLogo name={windowConfig.appName} logo={windowConfig.logo} />
        ) : (
          <>
            <Brand />
            {/* Beside all the icons of a signed-in person a phone has space only for the mark; a screen reader still
                announces the name. */}
            {end ? <VisuallyHidden onPhone>{windowConfig.appName}</VisuallyHidden> : windowConfig.appName}
          </>
        )}
      </Link>
      <div className={styles.actions}>{actions}</div>
      <ThemeSwitch />
      <LanguageMenu />
      {end}
    </header>
  );
}
