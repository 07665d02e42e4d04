import { useQuery } from '@tanstack/react-query';
import type { Overview, Tiers } from '#contract/portfolio/endpoints.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { tiersQuery } from './performance-query.ts';
import styles from './TiersCard.module.css';
import { TierProgress } from './TierProgress.tsx';

type TierRow = Pick<Tiers['tiers'][number], 'tier' | 'from'>;

/** The client's tier, and the equity that each takes. */
export function TiersCard({ query }: { query: Loadable<Overview> }) {
  const t = useText();
  const tiers = useQuery(tiersQuery);
  return (
    <Card title={t('investor.tiers_title')} flush>
      <Async query={query} skeleton={<SkeletonRows count={4} />}>
        {(overview) => (
          <>
            <div className={styles.progress}>
              <TierProgress overview={overview} />
            </div>
            <Async query={tiers} skeleton={<SkeletonRows count={6} />}>
              {({ tiers: rows }) => <TierTable present={overview.tier} rows={rows} />}
            </Async>
            <p className={styles.hint}>{t('investor.equity_hint')}</p>
          </>
        )}
      </Async>
    </Card>
  );
}

function TierTable({ present, rows }: { present: TierName; rows: readonly TierRow[] }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<TierRow>[] = [
    {
      key: 'name',
      header: t('common.tier'),
      bare: true,
      cell: ({ tier }) => (
        <span className={styles.name}>
          {t(`common.tier_${tier}`)}
          {tier === present && <Badge tone="accent">{t('investor.present_tier')}</Badge>}
        </span>
      ),
    },
    {
      key: 'from',
      header: t('investor.tier_equity'),
      numeric: true,
      beside: true,
      cell: ({ from }) => t('investor.tier_from', { min: format.symbol(from, 'USD') }),
    },
  ];
  return <DataTable caption={t('investor.tiers_title')} columns={columns} rows={rows} rowKey={({ tier }) => tier} />;
}
