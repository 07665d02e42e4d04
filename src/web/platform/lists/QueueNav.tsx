import { Link as RouterLink } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { icon } from '#web/ui/icon.ts';
import { useText } from '../i18n/i18n.tsx';
import { useFormat } from '../i18n/format.ts';
import { pathIn, useLanguage } from '../i18n/language.ts';
import { useKeys } from '../keys/use-keys.ts';
import type { Path } from '../navigation/path.ts';
import { useQueue } from './queue.ts';
import styles from './QueueNav.module.css';

/** Above the title of a record: the way back to its list, as it was filtered, and the one before and after it there. */
export function QueueNav({ list, title }: { list: Path; title: string }) {
  const t = useText();
  const { number } = useFormat();
  const { position, count, search, previous, next, back } = useQueue(list);
  const language = useLanguage();
  useKeys([
    next && { key: 'j', label: t('keys.next'), scope: 'item', run: next },
    previous && { key: 'k', label: t('keys.previous'), scope: 'item', run: previous },
    { key: 'u', label: t('keys.back'), scope: 'item', run: back },
  ]);
  return (
    <span className={styles.queue}>
      <RouterLink to={pathIn(language, list)} search={search} aria-keyshortcuts="u">
        {title}
      </RouterLink>
      {position > 0 && (
        <span className={styles.steps}>
          <IconButton label={t('keys.previous')} aria-keyshortcuts="k" disabled={!previous} onClick={previous}>
            <ChevronUp {...icon} />
          </IconButton>
          <span role="status">{t('keys.position', { position: number(position), all: number(count) })}</span>
          <IconButton label={t('keys.next')} aria-keyshortcuts="j" disabled={!next} onClick={next}>
            <ChevronDown {...icon} />
          </IconButton>
        </span>
      )}
    </span>
  );
}
