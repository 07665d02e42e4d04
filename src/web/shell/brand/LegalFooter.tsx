import { textFor } from '#contract/kernel/text/text-for.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useScreenName } from '#web/platform/navigation/navigation.tsx';
import { isStaff, useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { BrandLinks } from './BrandLinks.tsx';
import styles from './LegalFooter.module.css';

/**
 * The operator's small print at the foot of a page, and for visitors, who have no menu, its links. Staff at work need
 * neither.
 */
export function LegalFooter() {
  const [language, user, screen] = [useLanguage(), useUser(), useScreenName()];
  const found = textFor(windowConfig.footer, language, windowConfig.defaultLanguage);
  const hasLinks = !user && windowConfig.links.length > 0;
  if (!(found || hasLinks) || isStaff(user) || screen === 'login.staff') return null;
  return (
    <footer className={styles.footer}>
      {hasLinks && (
        <div className={styles.links}>
          <BrandLinks />
        </div>
      )}
      {found && (
        <p lang={found.language} dir="auto">
          {found.text}
        </p>
      )}
    </footer>
  );
}
