import type { Overview } from '#contract/portfolio.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Loaded, type Loadable } from '#web/platform/Loaded.tsx';
import { Card } from '#web/ui/Card.tsx';
import { partsOf } from './parts.ts';
import { Shares, SharesSkeleton } from './Shares.tsx';

/** Where the money is: in wallets, free or held, and on trading accounts. */
export function PlacesCard({ query }: { query: Loadable<Overview> }) {
  const t = useText();
  return (
    <Card title={t('investor.places_title')}>
      <Loaded query={query} skeleton={<SharesSkeleton count={3} />}>
        {(overview) => (
          <Shares
            shares={partsOf(overview).map(({ name, usd, sharePercent }) => ({
              key: name,
              name: t(`common.part_${name}`),
              usd,
              percent: sharePercent,
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
