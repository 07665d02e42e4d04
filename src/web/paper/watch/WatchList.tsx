import { Search } from 'lucide-react';
import { useState } from 'react';
import { matchesText } from '#web/platform/forms/text-match.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { usePreferences } from '../preferences.ts';
import { useInstruments } from '../terminal-queries.ts';
import { WatchRow } from './WatchRow.tsx';
import styles from './WatchList.module.css';

interface WatchListProps {
  className?: string | undefined;
  /** After a choice. */
  onChosen?: () => void;
}

/** Every instrument with its price, those with a star first; a native group of radios, so that arrow keys walk through it. */
export function WatchList({ className, onChosen }: WatchListProps) {
  const t = useText();
  const instruments = useInstruments().data?.instruments ?? [];
  const { preferences, prefer } = usePreferences();
  const [words, setWords] = useState('');
  const found = instruments.filter(({ symbol, name }) => matchesText(words, symbol, name));
  const isStarred = (symbol: string) => preferences.starred.includes(symbol);
  const ordered = [
    ...found.filter(({ symbol }) => isStarred(symbol)),
    ...found.filter(({ symbol }) => !isStarred(symbol)),
  ];
  const star = (symbol: string) =>
    prefer({
      starred: isStarred(symbol)
        ? preferences.starred.filter((each) => each !== symbol)
        : [...preferences.starred, symbol],
    });
  return (
    <section className={cx(styles.list, className)} aria-label={t('terminal.part_watchlist')}>
      <label className={styles.search}>
        <Search {...icon} size={16} />
        <input
          type="search"
          data-key="search"
          placeholder={t('terminal.search')}
          aria-label={t('terminal.search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <div className={styles.rows} role="radiogroup" aria-label={t('terminal.part_watchlist')}>
        {ordered.map((instrument) => (
          <WatchRow
            key={instrument.symbol}
            instrument={instrument}
            starred={isStarred(instrument.symbol)}
            onStar={() => star(instrument.symbol)}
            onChosen={onChosen}
          />
        ))}
        {ordered.length === 0 && <p className={styles.none}>{t('terminal.none_found')}</p>}
      </div>
    </section>
  );
}
