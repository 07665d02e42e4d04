import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { DealsTable } from '#web/trading/DealsTable.tsx';
import { TotalsOfRecords } from '#web/trading/TotalsOfRecords.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { useTerminal } from '../terminal.ts';
import { dealsQuery } from '../terminal-queries.ts';

/** Every deal of the account, the latest first. */
export function DealsList({ currency }: { currency: string }) {
  const t = useText();
  const query = useInfiniteQuery(dealsQuery(useTerminal().session));
  return (
    <Async query={query} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const deals = pages.flatMap((page) => page.deals);
        const totals = pages[0]?.totals;
        if (deals.length === 0)
          return (
            <EmptyState icon={ReceiptText} title={t('trading.no_deals_title')} text={t('trading.no_deals_text')} />
          );
        return (
          <>
            {totals && <TotalsOfRecords label={t('trading.deals_caption')} totals={totals} currency={currency} />}
            <DealsTable deals={deals} currency={currency} />
            <MoreButton query={query} />
          </>
        );
      }}
    </Async>
  );
}
