import { useQuery } from '@tanstack/react-query';
import type { Overview, Tiers } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useHasIpo } from '#web/platform/offers-ipo.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { tiersQuery } from './performance-query.ts';
import styles from './TiersCard.module.css';

type Benefits = Tiers['tiers'][number];

/** What each tier gives, the present one marked. */
export function BenefitsCard({ present }: { present: Overview['tier'] | undefined }) {
  const t = useText();
  const format = useFormat();
  const tiers = useQuery(tiersQuery);
  const hasIpo = useHasIpo();
  const ofIpos: Column<Benefits>[] = [
    {
      key: 'fee',
      header: t('investor.ipo_fee'),
      numeric: true,
      labelled: true,
      cell: (row) => format.percent(row.ipo_fee_percent),
    },
    { key: 'weight', header: t('investor.weight'), numeric: true, cell: (row) => `× ${row.allotment_weight}` },
  ];
  const columns: Column<Benefits>[] = [
    {
      key: 'tier',
      header: t('common.tier'),
      bare: true,
      cell: ({ tier }) => (
        <span className={styles.name}>
          {t(`common.tier_${tier}`)}
          {tier === present && <Badge tone="accent">{t('investor.present_tier')}</Badge>}
        </span>
      ),
    },
    ...(hasIpo ? ofIpos : []),
    {
      key: 'off',
      header: t('investor.fee_off'),
      numeric: true,
      labelled: !hasIpo,
      cell: (row) => format.percent(row.withdrawal_fee_off_percent),
    },
    {
      key: 'limits',
      header: t('investor.limit_factor'),
      numeric: true,
      cell: (row) => `× ${row.withdrawal_limit_factor}`,
    },
    {
      key: 'support',
      header: t('investor.support'),
      cell: ({ support_hours: hours }) => t('investor.support_hours', { hours }),
    },
    {
      key: 'manager',
      header: t('investor.manager'),
      cell: ({ personal_manager: has }) => t(has ? 'investor.manager_yes' : 'investor.manager_no'),
    },
    { key: 'content', header: t('investor.content'), cell: ({ content }) => t(`investor.content_${content}`) },
  ];
  return (
    <Card title={t('investor.benefits_title')} flush>
      <Async query={tiers} skeleton={<SkeletonRows count={6} />}>
        {({ tiers: rows }) => (
          <DataTable caption={t('investor.benefits_title')} columns={columns} rows={rows} rowKey={({ tier }) => tier} />
        )}
      </Async>
    </Card>
  );
}
