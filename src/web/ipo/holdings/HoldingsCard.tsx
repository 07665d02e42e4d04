import { useQuery } from '@tanstack/react-query';
import { ChartPie } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { HoldingsTable } from './HoldingsTable.tsx';
import { holdingsQuery, ipoEveryMs } from '../ipo-queries.ts';

/** What the client holds of offerings. */
export function HoldingsCard() {
  const t = useText();
  const holdings = useQuery(live(holdingsQuery, ipoEveryMs));
  return (
    <QueryCard query={holdings} title={t('ipo.holdings')} flush skeleton={<SkeletonRows />}>
      {(rows) =>
        rows.length > 0 ? (
          <HoldingsTable holdings={rows} />
        ) : (
          <EmptyState icon={ChartPie} title={t('ipo.no_holdings_title')} text={t('ipo.no_holdings_text')} />
        )
      }
    </QueryCard>
  );
}
