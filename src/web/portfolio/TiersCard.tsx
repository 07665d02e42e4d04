import { tiers } from '#contract/constants.ts';
import type { Overview, TierName } from '#contract/portfolio.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Loaded, type Loadable } from '#web/platform/Loaded.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import styles from './TiersCard.module.css';
import { TierProgress } from './TierProgress.tsx';

interface TierRow {
  name: TierName;
  minUsd: number;
  /** Null where nothing is above. */
  maxUsd: number | null;
}

const [lowest] = tiers;
const rows: TierRow[] = [
  { name: 'standard', minUsd: 0, maxUsd: lowest.minUsd - 1 },
  ...tiers.map((tier, place) => ({ ...tier, maxUsd: place === tiers.length - 1 ? null : tier.maxUsd })),
];

/** The tiers with the net worth that each takes, the present one marked. */
export function TiersCard({ query }: { query: Loadable<Overview> }) {
  const t = useText();
  return (
    <Card title={t('investor.tiers_title')} flush>
      <Loaded query={query} skeleton={<SkeletonRows count={rows.length + 1} />}>
        {(overview) => (
          <>
            <div className={styles.progress}>
              <TierProgress overview={overview} />
            </div>
            <TierTable present={overview.tier} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function TierTable({ present }: { present: TierName }) {
  const t = useText();
  const columns: Column<TierRow>[] = [
    {
      key: 'name',
      header: t('common.tier'),
      cell: ({ name }) => (
        <span className={styles.name}>
          {t(`common.tier_${name}`)}
          {name === present && <Badge tone="accent">{t('investor.present_tier')}</Badge>}
        </span>
      ),
    },
    { key: 'range', header: t('investor.tier_range_header'), numeric: true, cell: (row) => <Range row={row} /> },
  ];
  return <DataTable caption={t('investor.tiers_title')} columns={columns} rows={rows} rowKey={({ name }) => name} />;
}

function Range({ row: { minUsd, maxUsd } }: { row: TierRow }) {
  const t = useText();
  const format = useFormat();
  if (maxUsd === null) return t('investor.tier_from', { min: format.money(String(minUsd), 'USD') });
  return t('investor.tier_range', { min: format.money(String(minUsd), 'USD'), max: format.number(maxUsd) });
}
