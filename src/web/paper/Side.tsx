import { useText } from '#web/platform/i18n.tsx';
import styles from './Tables.module.css';

/** The instrument, which way, and how much. */
export function Side({ record }: { record: { symbol: string; side: 'buy' | 'sell'; volume: string } }) {
  const t = useText();
  const { symbol, side, volume } = record;
  return (
    <>
      <bdi>{symbol}</bdi>
      <p className={styles.soft}>
        <span className={styles[side]}>{t(`terminal.${side}`)}</span> <bdi>{volume}</bdi>
      </p>
    </>
  );
}

/** Stop loss and take profit, where they are set. */
export function Levels({ record: { sl, tp } }: { record: { sl: string | null; tp: string | null } }) {
  const t = useText();
  if (sl === null && tp === null) return t('terminal.no_levels');
  return (
    <>
      {sl !== null && <p>{t('terminal.sl_at', { price: sl })}</p>}
      {tp !== null && <p>{t('terminal.tp_at', { price: tp })}</p>}
    </>
  );
}
