import { textFor } from '#contract/kernel/languages.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useScreenName } from '#web/platform/navigation/navigation.tsx';
import { isStaff, useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import styles from './LegalFooter.module.css';

/** The operator's small print at the foot of a page; staff at work need no warning of the risks. */
export function LegalFooter() {
  const [language, user, screen] = [useLanguage(), useUser(), useScreenName()];
  const found = textFor(windowConfig.footer, language, windowConfig.defaultLanguage);
  if (!found || isStaff(user) || screen === 'login.staff') return null;
  return (
    <footer className={styles.footer}>
      <p lang={found.language} dir="auto">
        {found.text}
      </p>
    </footer>
  );
}
