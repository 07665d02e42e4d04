import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { icon } from '#web/ui/icon.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { ClosedNote } from '../ClosedNote.tsx';
import { OneClickSwitch } from '../order-ticket/OneClickSwitch.tsx';
import { SidePair } from '../order-ticket/SidePair.tsx';
import { TicketFields } from '../order-ticket/TicketFields.tsx';
import { useTerminal } from '../terminal.ts';
import { useInstrument } from '../terminal-queries.ts';
import { TradesPanel } from '../trades/TradesPanel.tsx';
import { WatchList } from '../watch/WatchList.tsx';
import styles from './PhoneWorkspace.module.css';
import { Sheet } from './Sheet.tsx';

/** The terminal on a phone: price, chart, what is open, and always in reach Sell and Buy; the rest comes from below. */
export function PhoneWorkspace({ strip, state }: { strip: ReactNode; state: PaperState }) {
  const t = useText();
  const { symbol } = useTerminal();
  const [sheet, setSheet] = useState<'watch' | 'ticket' | null>(null);
  const close = () => setSheet(null);
  return (
    <>
      {strip}
      <PriceHeader onChoose={() => setSheet('watch')} />
      <div className={styles.middle}>
        <ChartPanel className={styles.chart} />
        <TradesPanel state={state} />
      </div>
      <div className={styles.foot}>
        <ClosedNote />
        <SidePair onAsk={() => setSheet('ticket')} />
      </div>
      <Sheet open={sheet === 'watch'} title={t('terminal.part_watchlist')} onClose={close} full>
        <WatchList className={styles.watch} onChosen={close} />
      </Sheet>
      <Sheet open={sheet === 'ticket'} title={t('terminal.order_in', { symbol })} onClose={close}>
        <TicketFields head={<SidePair />} foot={<OneClickSwitch />} onPlaced={close} />
      </Sheet>
    </>
  );
}

/** Which instrument, its price and the day's change; pressing it offers the others. */
function PriceHeader({ onChoose }: { onChoose: () => void }) {
  const t = useText();
  const format = useFormat();
  const { symbol } = useTerminal();
  const { instrument, quote } = useInstrument();
  return (
    <button type="button" className={styles.header} title={t('terminal.choose')} onClick={onChoose}>
      <span className={styles.symbol}>
        <bdi>{symbol}</bdi> <ChevronDown {...icon} />
      </span>
      <span className={styles.price}>{quote && <Flash text={format.price(quote.bid)} />}</span>
      <span className={styles.name}>{instrument?.name}</span>
      <span className={cx(styles.change, quote && styles[trendOf(quote.change_percent)])}>
        <bdi>{quote && format.change(quote.change_percent)}</bdi>
      </span>
    </button>
  );
}
