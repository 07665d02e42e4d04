import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { sides } from '#contract/trading/names.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ClosedTable } from '../ClosedTable.tsx';
import { useRecordFilter } from './filter.ts';
import { closedQuery } from './record-queries.ts';
import { RecordsCard } from './RecordsCard.tsx';
import { TotalsOfRecords } from '../TotalsOfRecords.tsx';

/** Positions that are closed for good, with what all of them came to. */
export function ClosedCard({ account: { trading_account_id: number, currency } }: { account: TradingAccount }) {
  const t = useText();
  const list = useRecordFilter('side', sides);
  const query = useInfiniteQuery(closedQuery(number, list.filters));
  return (
    <RecordsCard
      title={t('trading.closed_title')}
      list={list}
      choice={{ label: t('trading.side'), nameOf: (side) => t(`trading.type_${side}`) }}
      query={query}
      rowsOf={({ positions }) => positions}
      onSave={() => download('GET /api/trading-account/:number/closed', { params: { number }, query: list.filters })}
      none={
        <EmptyState icon={ReceiptText} title={t('trading.nothing_closed')} text={t('trading.nothing_closed_text')} />
      }
    >
      {(positions, first) => (
        <>
          {first?.totals && (
            <TotalsOfRecords label={t('trading.closed_title')} totals={first.totals} currency={currency} />
          )}
          <ClosedTable positions={positions} currency={currency} account={number} />
        </>
      )}
    </RecordsCard>
  );
}
