import { Coins } from 'lucide-react';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Shares, SharesSkeleton } from './Shares.tsx';

/** In which currencies the client owns what. */
export function AllocationCard({ query }: { query: Loadable<Overview> }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t('investor.currencies_title')}>
      <Async query={query} skeleton={<SharesSkeleton count={2} />}>
        {({ by_currency: shares }) =>
          shares.length === 0 ? (
            <EmptyState icon={Coins} title={t('investor.nothing_title')} text={t('investor.nothing_text')} />
          ) : (
            <Shares
              shares={shares.map(({ currency, amount, usd, share_percent }) => ({
                key: currency,
                name: format.currencyName(currency),
                usd,
                percent: share_percent,
                hint: <Sum amount={amount} currency={currency} />,
              }))}
            />
          )
        }
      </Async>
    </Card>
  );
}
