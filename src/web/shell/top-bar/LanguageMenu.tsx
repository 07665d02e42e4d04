import { useRouter } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { languageNames } from '#contract/kernel/languages.ts';
import { changeLanguage } from '#web/platform/i18n/change-language.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './TopBar.module.css';

/** The platform's own list of languages, each in its own words. Not there when there is nothing to choose. */
export function LanguageMenu() {
  const t = useText();
  const router = useRouter();
  const current = useLanguage();
  const { languages } = windowConfig;
  if (languages.length < 2) return null;
  const choose = (value: string) => {
    const next = languages.find((language) => language === value);
    if (next) void changeLanguage(router, next);
  };
  return (
    <label className={styles.language} title={t('common.language')}>
      <Languages {...icon} />
      <span className={styles.code} aria-hidden>
        {current}
      </span>
      <select aria-label={t('common.language')} value={current} onChange={(event) => choose(event.target.value)}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}
