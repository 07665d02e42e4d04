import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { ClosedTable } from '#web/trading/ClosedTable.tsx';
import { TotalsOfRecords } from '#web/trading/TotalsOfRecords.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { useTerminal } from '../terminal.ts';
import { closedQuery } from '../terminal-queries.ts';

/** Positions that are closed for good, with what all of them came to. */
export function ClosedList({ currency }: { currency: string }) {
  const t = useText();
  const query = useInfiniteQuery(closedQuery(useTerminal().session));
  return (
    <Async query={query} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const positions = pages.flatMap((page) => page.positions);
        const totals = pages[0]?.totals;
        if (positions.length === 0)
          return <EmptyState icon={ReceiptText} title={t('terminal.no_closed')} text={t('terminal.no_closed_text')} />;
        return (
          <>
            {totals && <TotalsOfRecords label={t('trading.closed_title')} totals={totals} currency={currency} />}
            <ClosedTable positions={positions} currency={currency} />
            <MoreButton query={query} />
          </>
        );
      }}
    </Async>
  );
}
