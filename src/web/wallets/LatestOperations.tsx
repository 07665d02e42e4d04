import { useQueries } from '@tanstack/react-query';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { operationSigns } from './operation-signs.tsx';
import { latestCount, latestOf } from './latest-of.ts';
import { walletQuery } from './wallet-queries.ts';

/** What last moved in any wallet; each row leads to its wallet. Where nothing did there is nothing to see. */
export function LatestOperations({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useText();
  const title = t('wallets.operations_title');
  const query = useQueries({ queries: wallets.map(({ id }) => walletQuery(id)), combine: latestOf });
  if (query.data?.length === 0) return null;
  return (
    <QueryCard query={query} title={title} flush skeleton={<RowsSkeleton count={latestCount} />}>
      {(operations) => (
        <Rows label={title}>
          {operations.map(({ id, kind, amount, at, wallet }) => (
            <Row
              key={`${wallet.id} ${id}`}
              icon={operationSigns[kind]}
              name={<Link to={`/wallet/${wallet.id}`}>{t(`wallets.kind_${kind}`)}</Link>}
              more={
                <>
                  <bdi>{wallet.name}</bdi> · <DateTime at={at} as="brief" />
                </>
              }
              end={<Flow amount={amount} currency={wallet.currency} />}
            />
          ))}
        </Rows>
      )}
    </QueryCard>
  );
}
