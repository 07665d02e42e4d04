import { Apple, Monitor, Smartphone } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './Sidebar.module.css';

const signs = { android: Smartphone, apple: Apple, desktop: Monitor } as const;

/** Where the platform's applications are to be had; the operator sets the addresses. */
export function ApplicationLinks() {
  const t = useText();
  const links = (['android', 'apple', 'desktop'] as const).flatMap((system) => {
    const address = windowConfig.applications[system];
    return address ? [{ system, address, Sign: signs[system] }] : [];
  });
  if (links.length === 0) return null;
  return (
    <section className={styles.applications} aria-label={t('shell.applications')}>
      <h2>{t('shell.applications')}</h2>
      <ul>
        {links.map(({ system, address, Sign }) => (
          <li key={system}>
            <a href={address} rel="noopener noreferrer" target="_blank">
              <Sign {...icon} />
              {t(`shell.application_${system}`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
