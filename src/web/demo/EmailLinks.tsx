import { ArrowRight } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { icon } from '#web/ui/icon.ts';
import { pathInProduct } from './email-link.ts';
import styles from './MailLinks.module.css';

/** The path as far as a person reads it: what follows is of a record or a key. */
function screenOf(link: string): string {
  const parts = pathInProduct(link).replace(/\?.*/, '').split('/');
  const end = parts.findIndex((part) => !/^[a-z_-]*$/.test(part));
  return (end < 0 ? parts : parts.slice(0, end)).join('/');
}

interface EmailLinksProps {
  links: readonly string[];
  /** What the email calls each of them, in its language. */
  words: readonly (string | null)[];
  language: string;
}

/** The links of an email, which open in this tab. */
export function EmailLinks({ links, words, language }: EmailLinksProps) {
  const t = useText();
  if (links.length === 0) return null;
  const screens = links.map(screenOf);
  // Links to several records of one screen differ in the rest.
  const isClear = new Set(screens).size === screens.length;
  return (
    <nav className={styles.links} aria-label={t('demo.links')}>
      <p>{t('demo.links')}</p>
      <ul>
        {links.map((link, index) => (
          <li key={link}>
            <Link to={pathInProduct(link)} className={styles.link}>
              <ArrowRight {...icon} />
              <bdi title={pathInProduct(link)} lang={words[index] ? language : undefined}>
                {words[index] ?? (isClear ? screens[index] : pathInProduct(link))}
              </bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
