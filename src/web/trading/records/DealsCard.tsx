import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { dealTypes } from '#contract/trading/names.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { DealsTable } from '../DealsTable.tsx';
import { useRecordFilter } from './filter.ts';
import { dealsQuery, dealTotalsQuery } from './record-queries.ts';
import { RecordsCard } from './RecordsCard.tsx';
import { TotalsOfRecords } from '../TotalsOfRecords.tsx';

/** Every deal of an account, with what all of them came to. */
export function DealsCard({ account: { trading_account_id: number, currency } }: { account: TradingAccount }) {
  const t = useText();
  const list = useRecordFilter('type', dealTypes);
  const query = useInfiniteQuery(dealsQuery(number, list.filters));
  const { data: totals } = useQuery(dealTotalsQuery(number, list.filters));
  return (
    <RecordsCard
      title={t('trading.deals_caption')}
      list={list}
      choice={{ label: t('trading.deal'), nameOf: (type) => t(`trading.type_${type}`) }}
      query={query}
      rowsOf={(deals) => deals}
      onSave={() => download('GET /api/trading-account/:number/history', { params: { number }, query: list.filters })}
      none={<EmptyState icon={ReceiptText} title={t('trading.no_deals_title')} text={t('trading.no_deals_text')} />}
    >
      {(deals) => (
        <>
          {totals && <TotalsOfRecords label={t('trading.deals_caption')} totals={totals} currency={currency} />}
          <DealsTable deals={deals} currency={currency} account={number} />
        </>
      )}
    </RecordsCard>
  );
}
