import type { PaperState } from '#contract/paper/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DockHandle } from './DockHandle.tsx';
import { useDockHeight } from './dock-height.ts';
import styles from './TradesDock.module.css';
import { TradesPanel } from './TradesPanel.tsx';

/** What is open, waits and is past, at the foot of the chart; as high as the person draws it. */
export function TradesDock({ state }: { state: PaperState }) {
  const t = useText();
  const { height, setHeight, max } = useDockHeight();
  return (
    <section className={styles.dock} style={{ blockSize: height }} aria-label={t('terminal.part_trades')}>
      <DockHandle height={height} max={max} onChange={setHeight} />
      <TradesPanel state={state} />
    </section>
  );
}
