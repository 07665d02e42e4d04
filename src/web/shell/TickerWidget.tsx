import { useEffect, useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { useTheme } from '#web/platform/theme.ts';
import styles from './TickerTape.module.css';

const patienceMs = 10_000;

/**
 * A third party's ticker tape, in a frame that may run its own scripts and cannot access ours; hidden if it does not
 * load.
 */
export function TickerWidget({ address }: { address: string }) {
  const t = useText();
  const theme = useTheme() === 'dark-theme' ? 'dark' : 'light';
  const source = address.replaceAll('{theme}', theme).replaceAll('{locale}', useLanguage());
  const [loaded, setLoaded] = useState('');
  const [failed, setFailed] = useState('');
  useEffect(() => {
    if (loaded === source) return undefined;
    const timer = setTimeout(() => setFailed(source), patienceMs);
    return () => clearTimeout(timer);
  }, [loaded, source]);
  if (failed === source) return null;
  return (
    <iframe
      key={source}
      className={styles.widget}
      title={t('shell.market')}
      src={source}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={() => setLoaded(source)}
      onError={() => setFailed(source)}
    />
  );
}
