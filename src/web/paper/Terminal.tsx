import { useMemo, useState } from 'react';
import { ApiError } from '#web/platform/api/api-error.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { AccountBar } from './AccountBar.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { OrderTicket } from './order-ticket/OrderTicket.tsx';
import { Refused } from './Refused.tsx';
import { TerminalContext } from './terminal.ts';
import { useInstruments, usePaperState } from './terminal-queries.ts';
import styles from './Terminal.module.css';
import { TerminalSkeleton } from './TerminalSkeleton.tsx';
import { TradesPanel } from './trades/TradesPanel.tsx';
import { WatchList } from './WatchList.tsx';

interface TerminalProps {
  session: string;
  holder: string;
}

/** Where one account trades: prices, chart, ticket and what is open, side by side, or one by one on a phone. */
export function Terminal({ session, holder }: TerminalProps) {
  const [symbol, selectSymbol] = useState('EURUSD');
  const state = useMemo(() => ({ session, symbol, selectSymbol }), [session, symbol]);
  return (
    <TerminalContext value={state}>
      <TradingLayout holder={holder} />
    </TerminalContext>
  );
}

const parts = ['chart', 'watchlist', 'ticket', 'trades'] as const;

function TradingLayout({ holder }: Pick<TerminalProps, 'holder'>) {
  const t = useText();
  const state = usePaperState();
  const instruments = useInstruments();
  const [part, setPart] = useState<(typeof parts)[number]>('chart');
  const error = [state.error, instruments.error].find((each) => each instanceof ApiError && each.status === 401);
  if (error) return <Refused error={null} />;
  if (!state.data || !instruments.data) return <TerminalSkeleton />;
  return (
    <div className={styles.terminal} data-part={part}>
      <AccountBar holder={holder} state={state} simulated={instruments.data.simulated} />
      <div className={styles.switch}>
        <SegmentedControl
          label={t('terminal.parts')}
          options={parts.map((value) => ({ value, label: t(`terminal.part_${value}`) }))}
          value={part}
          onChange={setPart}
        />
      </div>
      <WatchList className={styles.watch} />
      <ChartPanel className={styles.chart} />
      <OrderTicket className={styles.ticket} />
      <TradesPanel className={styles.trades} state={state.data} />
    </div>
  );
}
