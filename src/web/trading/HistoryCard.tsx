import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading.ts';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { useSettled } from '#web/platform/use-settled.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { DealsTable } from './DealsTable.tsx';
import { HistoryFileButton } from './HistoryFileButton.tsx';
import { HistoryFilterForm } from './HistoryFilterForm.tsx';
import { historyQuery, noFilter } from './history-query.ts';

/** A symbol is asked for once the typing rests. */
const typingRestMs = 300;

/** Deals of one account, narrowed down by the server. */
export function HistoryCard({ account: { trading_account_id: id, currency } }: { account: TradingAccount }) {
  const t = useText();
  const [filter, setFilter] = useState(noFilter);
  const asked = useSettled(filter, typingRestMs);
  const history = useInfiniteQuery(historyQuery(id, asked));
  const isNarrowed = Object.values(asked).some(Boolean);
  return (
    <QueryCard
      query={history}
      title={t('trading.history_title')}
      actions={<HistoryFileButton number={id} filter={asked} />}
      flush
      above={<HistoryFilterForm filter={filter} onChange={setFilter} />}
      skeleton={<SkeletonRows count={6} />}
    >
      {({ pages }) => {
        const deals = pages.flat();
        if (deals.length === 0) {
          return isNarrowed ? (
            <EmptyState icon={SearchX} title={t('trading.no_match_title')} text={t('trading.no_match_text')} />
          ) : (
            <EmptyState icon={ReceiptText} title={t('trading.no_deals_title')} text={t('trading.no_deals_text')} />
          );
        }
        return (
          <div aria-busy={history.isPlaceholderData}>
            <DealsTable deals={deals} currency={currency} account={id} />
            <MoreButton query={history} />
          </div>
        );
      }}
    </QueryCard>
  );
}
