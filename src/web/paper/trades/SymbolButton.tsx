import type { Order } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useTerminal } from '../terminal.ts';
import styles from './SymbolButton.module.css';

/** Names an instrument and shows it in the chart. */
export function SymbolButton({ symbol }: { symbol: string }) {
  const { selectSymbol } = useTerminal();
  return (
    <button type="button" className={styles.symbol} onClick={() => selectSymbol(symbol)}>
      <bdi>{symbol}</bdi>
    </button>
  );
}

/** Which way, and how much. */
export function SideAndVolume({ record: { side, volume } }: { record: Pick<Order, 'side' | 'volume'> }) {
  const t = useText();
  return (
    <>
      {t(`terminal.side_${side}`)} <bdi>{volume}</bdi>
    </>
  );
}
