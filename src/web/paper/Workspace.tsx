import { useMemo, useRef, useState } from 'react';
import { AccountStrip } from './account/AccountStrip.tsx';
import { ChartPanel } from './chart/ChartPanel.tsx';
import { useShortcuts } from './keys/use-shortcuts.tsx';
import { OrderTicket } from './order-ticket/OrderTicket.tsx';
import { TicketContext, useNewTicket } from './order-ticket/ticket.ts';
import { PhoneWorkspace } from './phone/PhoneWorkspace.tsx';
import { usePreferences } from './preferences.ts';
import { Refused } from './Refused.tsx';
import { isSignedOut, TerminalContext } from './terminal.ts';
import { usePaperState } from './terminal-queries.ts';
import styles from './Terminal.module.css';
import { TerminalSkeleton } from './TerminalSkeleton.tsx';
import { TradesDock } from './trades/TradesDock.tsx';
import { useIsWide } from './use-is-wide.ts';
import { WatchList } from './watch/WatchList.tsx';

interface WorkspaceProps {
  session: string;
  holder: string;
  /** The instrument to open on. */
  first: string;
}

/** The parts of the terminal around the chosen instrument. */
export function Workspace({ session, holder, first }: WorkspaceProps) {
  const [symbol, selectSymbol] = useState(first);
  const state = useMemo(() => ({ session, symbol, selectSymbol }), [session, symbol]);
  return (
    <TerminalContext value={state}>
      <WithTicket holder={holder} />
    </TerminalContext>
  );
}

function WithTicket({ holder }: { holder: string }) {
  const state = usePaperState();
  const isWide = useIsWide();
  const ticket = useNewTicket();
  const { preferences } = usePreferences();
  const frame = useRef<HTMLDivElement>(null);
  const keys = useShortcuts(frame, preferences.shortcuts);
  if (isSignedOut(state.error)) return <Refused error={null} />;
  if (!state.data) return <TerminalSkeleton />;
  const strip = <AccountStrip holder={holder} state={state} onKeys={keys.open} />;
  return (
    <TicketContext value={ticket}>
      <div ref={frame} className={styles.terminal} data-density="compact">
        {isWide ? (
          <>
            {strip}
            <WatchList className={styles.watch} />
            <ChartPanel className={styles.chart} />
            <OrderTicket className={styles.ticket} />
            <TradesDock state={state.data} />
          </>
        ) : (
          <PhoneWorkspace strip={strip} state={state.data} />
        )}
        {keys.dialog}
      </div>
    </TicketContext>
  );
}
